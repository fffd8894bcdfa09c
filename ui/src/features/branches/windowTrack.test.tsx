import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { branch } from "@/test/views";
import { restorePoints, shortenedOf } from "./point";
import { WindowTrack } from "./WindowTrack";

const NOW = Date.parse("2026-11-26T12:00:00Z");
const HOUR = 3_600_000;

test("the line goes from the first moment until now, and a mark to the moment before it", async () => {
  const onChange = vi.fn();
  const points = [
    { at: NOW - 2 * HOUR, label: "dev created" },
    { at: NOW - 30 * HOUR, label: "before the window" },
  ];
  const track = { earliest: NOW - 24 * HOUR, now: NOW, ahead: 0, points, onChange };
  render(<WindowTrack {...track} at={NOW - HOUR} />);
  const line = screen.getByRole("slider", { name: "Restore window" });
  expect(line).toHaveProperty("value", String((23 * HOUR) / 1000));
  expect(line.getAttribute("aria-valuetext")).toContain("2026");
  fireEvent.change(line, { target: { value: "3600" } });
  expect(onChange).toHaveBeenLastCalledWith(NOW - 23 * HOUR);
  const marks = screen.getAllByRole("button");
  expect(marks.map((it) => it.ariaLabel ?? it.getAttribute("aria-label"))).toEqual([
    expect.stringMatching(/^Just before: dev created, /),
  ]);
  for (const mark of marks) await userEvent.click(mark);
  expect(onChange).toHaveBeenLastCalledWith(NOW - 2 * HOUR);
});

test("a window that was shortened says why", () => {
  const restoreWindow = {
    start: new Date(NOW - 6 * HOUR).toISOString(),
    bytes: 1_990_000_000,
    projectLimitBytes: 2_000_000_000,
    isShortened: true,
  };
  const shortened = shortenedOf(branch({ restoreWindow }));
  expect(shortened).toBe(
    "The restore window was shortened: the restore windows of this project reached their limit of 2 GB, or the disk is almost full.",
  );
  const track = { earliest: NOW - 6 * HOUR, now: NOW, ahead: 0, points: [], onChange: () => undefined };
  render(<WindowTrack {...track} at={NOW - HOUR} shortened={shortened} />);
  expect(screen.getByText(/^The restore window was shortened/)).toBeTruthy();
  expect(shortenedOf(branch({ restoreWindow: { ...restoreWindow, isShortened: false } }))).toBeUndefined();
  expect(shortenedOf(branch())).toBeUndefined();
});

test("a branch is gone back to before its reset and before each branch that was made of it", () => {
  const main = branch({ id: "br-1", name: "main", lastResetAt: "2026-11-26T09:00:00Z" });
  const child = branch({ id: "br-2", name: "dev", parentId: "br-1", createdAt: "2026-11-26T08:00:00Z" });
  const other = branch({ id: "br-3", name: "qa", parentId: "br-2", createdAt: "2026-11-26T10:00:00Z" });
  expect(restorePoints(main, [main, child, other])).toEqual([
    { at: Date.parse("2026-11-26T07:59:59Z"), label: "dev created" },
    { at: Date.parse("2026-11-26T08:59:59Z"), label: "Reset" },
  ]);
  expect(restorePoints(undefined, [main])).toEqual([]);
});
