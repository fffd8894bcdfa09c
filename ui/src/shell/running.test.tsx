import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { JobView } from "@/ipc/generated";
import { answer, publish } from "@/test/backend";
import { tracked } from "@/test/views";
import { openWindow } from "@/test/window";
import { jobsOf, scopeOf } from "./RunningJobs";

const SEED: JobView = {
  id: "job-1",
  verb: "seed",
  subject: "quiet-harbour",
  temporaryId: "row-1",
  startedAt: "2026-11-20T10:00:00Z",
  progress: { done: 1, total: 4, unit: "statements" },
  cancellable: true,
};
const RUNNING = tracked({ id: "op-run" }, { since: "2026-11-20T10:00:05Z" });
const FAILED = tracked(
  { id: "op-fail", actionWord: "Start compute", status: "failed", statusWord: "Failed", failures: 1 },
  { accountId: "work", since: "2026-11-20T09:00:00Z", projectName: null },
);

test("works of this machine and operations of every account are one list, the newest first", () => {
  const cancel = vi.fn();
  const open = vi.fn();
  const jobs = jobsOf([SEED], [RUNNING, FAILED], { cancel, open });
  expect(jobs.map(({ verb, subject, failed }) => [verb, subject, failed])).toEqual([
    ["Create branch", "shop-prod / main", undefined],
    ["Seeding temporary database", "quiet-harbour", undefined],
    ["Start compute", "shop-prod-12345678 / main", true],
  ]);
  expect(jobs[1]?.progress).toBe(0.25);
  jobs[1]?.cancel?.();
  jobs[2]?.open?.();
  expect(cancel).toHaveBeenCalledWith("job-1");
  expect(open).toHaveBeenCalledWith(FAILED);
  expect(scopeOf([RUNNING, FAILED])).toBe("2 accounts");
  expect(scopeOf([RUNNING])).toBeUndefined();
});

test("the strip counts what runs, marks what failed in words, and a line leads to its operation", async () => {
  answer("jobList", () => [SEED]);
  answer("operationList", () => [RUNNING, FAILED]);
  const { user, router } = openWindow({ screen: "settings" });
  const strip = within(await screen.findByRole("region", { name: "Activity" }));
  await user.click(await strip.findByRole("button", { name: "3 running, 1 failed · 2 accounts" }));
  const panel = within(screen.getByRole("region", { name: "Running now" }));
  expect(panel.getByText("Start compute failed")).toBeTruthy();
  expect(panel.getByRole("link", { name: "Show the timeline" })).toBeTruthy();
  await user.click(panel.getByRole("button", { name: "Open Create branch shop-prod / main" }));
  expect(router.current()).toEqual({ screen: "history", id: "op-run", view: "timeline" });
});

test("an end is announced politely and leaves the strip", async () => {
  answer("operationList", () => [RUNNING]);
  openWindow({ screen: "settings" });
  const strip = within(await screen.findByRole("region", { name: "Activity" }));
  await strip.findByRole("button", { name: "1 running" });
  answer("operationList", () => [
    { ...RUNNING, operation: { ...RUNNING.operation, isOver: true, status: "finished", statusWord: "Done" } },
  ]);
  publish({ kind: "operationChanged", accountId: "sandbox", projectId: "p", operationIds: ["op-run"] });
  await waitFor(() =>
    expect(strip.getAllByRole("status").map(({ textContent }) => textContent)).toContain(
      "Create branch shop-prod / main: done",
    ),
  );
  expect(strip.getByText("No running tasks")).toBeTruthy();
});

test.each([
  ["a failed operation", { status: "error", statusWord: "Failed" }, "Create branch shop-prod / main: failed"],
  [
    "a cancelled one",
    { status: "cancelled", statusWord: "Cancelled" },
    "Create branch shop-prod / main: cancelled",
  ],
])("%s is not announced as done", async (_what, changes, words) => {
  answer("operationList", () => [RUNNING]);
  openWindow({ screen: "settings" });
  const strip = within(await screen.findByRole("region", { name: "Activity" }));
  await strip.findByRole("button", { name: "1 running" });
  answer("operationList", () => [
    { ...RUNNING, operation: { ...RUNNING.operation, isOver: true, ...changes } },
  ]);
  publish({ kind: "operationChanged", accountId: "sandbox", projectId: "p", operationIds: ["op-run"] });
  await waitFor(() =>
    expect(strip.getAllByRole("status").map(({ textContent }) => textContent)).toContain(words),
  );
});

test("a seed that is over is announced as ended, since its result is told where it ran", async () => {
  answer("jobList", () => [SEED]);
  openWindow({ screen: "settings" });
  const strip = within(await screen.findByRole("region", { name: "Activity" }));
  await strip.findByRole("button", { name: "1 running" });
  answer("jobList", () => []);
  publish({ kind: "jobChanged", id: "job-1" });
  await waitFor(() =>
    expect(strip.getAllByRole("status").map(({ textContent }) => textContent)).toContain(
      "Seeding temporary database quiet-harbour: ended",
    ),
  );
});
