import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answer, callsOf, publish } from "@/test/backend";
import { row } from "@/test/views";
import { openWindow } from "@/test/window";

test("the first useful paint is reported once, whatever is painted later", async () => {
  openWindow();
  await waitFor(() => expect(callsOf("appPainted")).toHaveLength(1));
  answer("temporaryList", () => ({ items: [row()] }));
  publish({ kind: "temporaryChanged", id: "row-1" });
  await screen.findByText("quiet-harbour");
  expect(callsOf("appPainted")).toHaveLength(1);
});

test("the projects that are kept of the current account are waited for", async () => {
  const pending: Array<(kept: null) => void> = [];
  answer("projectCached", () => new Promise<null>((resolve) => pending.push(resolve)));
  openWindow({ screen: "projects" });
  await waitFor(() => expect(callsOf("projectCached").length).toBeGreaterThan(0));
  expect(callsOf("appPainted")).toEqual([]);
  for (const give of pending) give(null);
  await waitFor(() => expect(callsOf("appPainted")).toHaveLength(1));
});
