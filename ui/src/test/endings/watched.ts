import { expect } from "vitest";
import { ELSEWHERE } from "./elsewhere";

/** The notices that the test that runs now must open and end, each with whether it was seen. */
let watched: Array<{ shown: string; wasSeen: boolean }> = [];
let observer: MutationObserver | undefined;

/** Begins to look for the notices whose end a test proves that stands in `elsewhere.ts`. */
export function watchNotices(): void {
  const { testPath = "", currentTestName = "" } = expect.getState();
  const rows = ELSEWHERE.filter(({ by: [file, title], shown }) => {
    return shown !== undefined && testPath.endsWith(`/src/${file}`) && isTitle(title, currentTestName);
  });
  watched = rows.map(({ shown = "" }) => ({ shown, wasSeen: false }));
  if (watched.length === 0) return;
  observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
}

/** Each notice was seen, and none is there when its test is over. */
export function checkNotices(): void {
  if (!observer) return;
  observer.disconnect();
  observer = undefined;
  look();
  expect(watched.filter(({ wasSeen }) => !wasSeen)).toEqual([]);
  expect(watched.filter(({ shown }) => isThere(shown)).map(({ shown }) => `${shown} has not ended`)).toEqual(
    [],
  );
}

function look() {
  for (const notice of watched) notice.wasSeen ||= isThere(notice.shown);
}

const isThere = (shown: string): boolean =>
  document.querySelector(`[data-testid="${shown}"]`) !== null ||
  (document.body.textContent ?? "").includes(shown);

/** Whether a running test has a title as it stands in the source: with the names of its groups before, and its values in place. */
function isTitle(title: string, running: string): boolean {
  const parts = title.split(/%[sdj]|\$\w+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(^| > )${parts.join(".*")}$`).test(running);
}
