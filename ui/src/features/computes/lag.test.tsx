import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answer, callsOf, refuse } from "@/test/backend";
import { account, branch, compute } from "@/test/views";
import { openWindow } from "@/test/window";
import { lagWords } from "./words";

const PROJECT = "shop-prod-12345678";
const ARGS = { accountId: "sandbox", projectId: PROJECT, branchId: "br-main-1", computeId: "ep-quiet-1" };

beforeEach(() => {
  answer("branchList", () => [branch({ isDefault: true })]);
  answer("computeList", () => [compute({ isWritable: false })]);
});

async function open() {
  const view = openWindow({ screen: "project", account: "sandbox", id: PROJECT, tab: "computes" });
  await view.user.click(await screen.findByRole("row", { name: /ep-quiet-1/ }));
  return { ...view, button: await screen.findByRole("button", { name: "Check lag of ep-quiet-1" }) };
}

test("a lag is a size, none, or not known where nothing is written", () => {
  const size = (bytes: number) => `${bytes} B`;
  const at = { replayedLsn: "0/1", askedAt: "2026-01-01T00:00:00Z" };
  expect(lagWords({ bytes: 2, ...at }, size)).toBe("2 B behind");
  expect(lagWords({ bytes: 0, ...at }, size)).toBe("Up to date");
  expect(lagWords({ bytes: null, ...at }, size)).toBe(
    "Nothing to follow: the read-write compute isn’t running",
  );
});

test("the lag is asked for on a click alone, and a refusal is shown beside it until the next", async () => {
  refuse("computeLag", { code: "database", message: "the server did not answer" });
  const { user, button } = await open();
  expect(callsOf("computeLag")).toEqual([]);
  await user.click(button);
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn’t check the lag");
  answer("computeLag", () => ({ bytes: 2000, replayedLsn: "0/1A2B", askedAt: "2026-01-01T00:00:00Z" }));
  await user.click(button);
  await waitFor(() => expect(screen.getByTestId("replica-lag").textContent).toBe("2 kB behind"));
  expect(screen.queryByText("Couldn’t check the lag")).toBeNull();
  expect(callsOf("computeLag")).toEqual([ARGS, ARGS]);
});

test("in a locked account nothing is connected to", async () => {
  answer("accountList", () => [account({ isReadOnly: true })]);
  const { user, button } = await open();
  await user.click(button);
  expect(button.ariaDisabled).toBe("true");
  expect(callsOf("computeLag")).toEqual([]);
});
