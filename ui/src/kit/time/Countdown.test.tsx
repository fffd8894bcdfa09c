import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Countdown } from "./Countdown";
import { HOUR, MINUTE, SECOND } from "./useNow";

const START = Date.UTC(2026, 10, 21, 12);
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const shown = () => screen.getByRole("timer").textContent;

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(START);
});
describe("a countdown", () => {
  test("ticks by the minute above an hour", async () => {
    render(<Countdown until={START + 72 * HOUR} clockOffset={0} />);
    expect(shown()).toBe("3 d");
    await pass(30 * SECOND);
    expect(shown()).toBe("3 d");
    await pass(30 * SECOND);
    expect(shown()).toBe("2 d 23 h");
  });

  test("ticks by the second in the last hour and ends in a word", async () => {
    render(<Countdown until={START + 2 * MINUTE} clockOffset={0} over="gone" />);
    await pass(SECOND);
    expect(shown()).toBe("1 min 59 s");
    await pass(2 * MINUTE);
    expect(shown()).toBe("gone");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("goes over to seconds when the last hour begins", async () => {
    render(<Countdown until={START + HOUR + 2 * MINUTE} clockOffset={0} />);
    await pass(2 * MINUTE + 5 * SECOND);
    expect(shown()).toBe("59 min 55 s");
  });

  test("counts by the other side's clock", () => {
    render(<Countdown until={START + 10 * MINUTE} clockOffset={4 * MINUTE} />);
    expect(shown()).toBe("6 min");
  });

  test("is named for screen readers and never announced", () => {
    render(<Countdown until={START + 3 * HOUR + 41 * MINUTE} clockOffset={0} />);
    const timer = screen.getByRole("timer", { name: "3 hours 41 minutes left" });
    expect(timer.getAttribute("aria-live")).toBe("off");
  });
});
