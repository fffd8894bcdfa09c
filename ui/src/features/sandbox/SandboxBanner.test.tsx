import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answer, callsOf, publish } from "@/test/backend";
import { account, failure, row, sandbox } from "@/test/views";
import { openWindow } from "@/test/window";

const stopped = failure({
  code: "sandboxStopped",
  message: "The sandbox is not running",
  hint: "Start the sandbox and try again.",
});

beforeEach(() => {
  answer("sandboxState", () => sandbox({ status: "stopped", running: null }));
  answer("accountList", () => [account({ state: "unavailable", problem: stopped })]);
});

test.each([
  { screen: "projects" },
  { screen: "history" },
  { screen: "project", account: "sandbox", id: "shop-12345678" },
] as const)("a stopped sandbox says so once on $screen, with the way to start it", async (route) => {
  answer("sandboxStart", () => sandbox());
  const { user } = openWindow(route);
  const banner = within(await screen.findByTestId("sandbox-banner"));
  expect(banner.getByText("The sandbox is not running.")).toBeTruthy();
  expect(screen.queryByTestId("account-banner")).toBeNull();
  await user.click(banner.getByRole("button", { name: "Start the sandbox" }));
  await waitFor(() => expect(screen.queryByTestId("sandbox-banner")).toBeNull());
  expect(callsOf("sandboxStart")).toHaveLength(1);
});

test("it says so beside a database that cannot be reached without it, and not beside others", async () => {
  answer("temporaryList", () => ({ items: [row({ serviceKind: "neon", accountId: null })] }));
  openWindow({ screen: "temporary" });
  await screen.findByText("quiet-harbour");
  expect(screen.queryByTestId("sandbox-banner")).toBeNull();
  answer("temporaryList", () => ({ items: [row({ checkError: stopped })] }));
  publish({ kind: "temporaryChanged", id: "row-1" });
  expect((await screen.findByTestId("sandbox-banner")).textContent).toContain("The sandbox is not running");
});

test("where nothing of it is shown, and on its own panel, there is no banner", async () => {
  const { router } = openWindow({ screen: "settings" });
  await screen.findByText("Appearance");
  expect(screen.queryByTestId("sandbox-banner")).toBeNull();
  router.go({ screen: "sandbox" });
  expect(await screen.findByText("The sandbox is not running")).toBeTruthy();
  expect(screen.queryByTestId("sandbox-banner")).toBeNull();
});

test("a start that failed says why, and what to do", async () => {
  const error = failure({
    code: "programMissing",
    message: "PostgreSQL 17 was not found",
    hint: "Set PLINTH_POSTGRES_BIN.",
  });
  answer("sandboxState", () => sandbox({ status: "failed", running: null, error }));
  openWindow({ screen: "projects" });
  const banner = await screen.findByTestId("sandbox-banner");
  expect(banner.textContent).toContain("The sandbox couldn’t start");
  expect(banner.textContent).toContain("PostgreSQL 17 was not found. Set PLINTH_POSTGRES_BIN.");
  expect(within(banner).getByRole("button", { name: "Start the sandbox" })).toBeTruthy();
});
