import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { useShownList } from "./longLists";

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
