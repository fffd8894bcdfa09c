import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { RelativeTime } from "./RelativeTime";
import { HOUR } from "./useNow";

const START = Date.UTC(2026, 10, 21, 12);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(START);
});
test("an age counts by the clock that gave the instant", () => {
  render(<RelativeTime instant={START + 80 * HOUR - 2 * HOUR} clockOffset={80 * HOUR} />);
  const shown = screen.getByText("2 h ago");
  expect(shown.getAttribute("datetime")).toBe("2026-11-24T18:00:00.000Z");
});

test("a date is the one that its clock had, and hovering names that clock", () => {
  render(<RelativeTime instant={START + HOUR} clockOffset={73 * HOUR} />);
  const shown = screen.getByText("21 Nov");
  expect(shown.title).toMatch(/^Sat,? 21 Nov 2026, .* \(clock 3 d 1 h ahead\)$/);
});
