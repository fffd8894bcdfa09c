import { render, renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { useRowsInSteps, useShownList } from "./longLists";

type List = readonly number[] | undefined;

test("a short list is shown at once; before a long one, the former is shown until it is drawn", () => {
  const seen: List[] = [];
  function Shown({ list }: { list: List }) {
    seen.push(useShownList(list));
    return null;
  }
  const drawnWith = (list: List) => {
    seen.length = 0;
    rerender(<Shown list={list} />);
    return [seen[0], seen.at(-1)];
  };
  const { rerender } = render(<Shown list={undefined} />);
  const [few, many, more] = [[1], Array.from({ length: 500 }, () => 1), Array.from({ length: 600 }, () => 2)];
  expect(drawnWith(few)).toEqual([few, few]);
  expect(drawnWith(many)).toEqual([few, many]);
  expect(drawnWith(more)).toEqual([many, more]);
  expect(drawnWith(few)).toEqual([few, few]);
});

test("the rows of a short list are drawn at once, those of a long one in steps", async () => {
  const all = Number.POSITIVE_INFINITY;
  const seen: number[] = [];
  const drawn = (count: number) => renderHook(() => seen.push(useRowsInSteps(count)));
  drawn(499);
  expect(seen).toEqual([all]);
  seen.length = 0;
  drawn(500);
  await waitFor(() => expect(seen).toEqual([0, 12, all]));
});
