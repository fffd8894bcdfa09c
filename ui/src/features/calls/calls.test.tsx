import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/data/client";
import type { AccountOperation } from "@/ipc/call";
import { toastQueue } from "@/kit/overlay/toasts";
import { answer, callsOf, refuse } from "@/test/backend";
import { openWindow } from "@/test/window";
import { CopyAsButton } from "./CopyAsButton";
import { copyAs, hasCli } from "./copying";

const CURL = `curl -X DELETE 'https://api.example/v2/projects/p-1' -H "Authorization: Bearer $NEON_API_KEY"`;
const CLI = "neonctl projects delete p-1";
const REMOVE: AccountOperation = { kind: "projectDelete", accountId: "a-1", projectId: "p-1" };

beforeEach(() => {
  answer("callText", ({ call }) => ({
    curl: CURL,
    cli: hasCli(call) ? CLI : null,
    variables: ["NEON_API_KEY"],
  }));
});

function button(operation: AccountOperation = REMOVE) {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CopyAsButton operation={operation} title="Delete shop-prod" />
    </QueryClientProvider>,
  );
  return user;
}

test("a form's click is copied as curl and as a command, with what the form says now", async () => {
  const user = button();
  await user.click(screen.getByRole("button", { name: "Copy as…" }));
  await waitFor(() =>
    expect(screen.getByRole("menuitem", { name: "Copy as curl" }).ariaDisabled).not.toBe("true"),
  );
  await user.click(screen.getByRole("menuitem", { name: "Copy as curl" }));
  expect(await navigator.clipboard.readText()).toBe(CURL);
  expect(callsOf("callText")).toEqual([{ call: REMOVE, psql: null }]);
  await user.click(screen.getByRole("button", { name: "Copy as…" }));
  await waitFor(() =>
    expect(screen.getByRole("menuitem", { name: "Copy as CLI command" }).ariaDisabled).not.toBe("true"),
  );
  await user.click(screen.getByRole("menuitem", { name: "Copy as CLI command" }));
  expect(await navigator.clipboard.readText()).toBe(CLI);
});

test("a call that the client does not have is offered as curl only, and shown with its variables", async () => {
  const user = button({ kind: "computeStart", accountId: "a-1", projectId: "p-1", computeId: "c-1" });
  await user.click(screen.getByRole("button", { name: "Copy as…" }));
  expect(await screen.findByRole("menuitem", { name: /Copy as curl/ })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: /CLI/ })).toBeNull();
  await user.click(screen.getByRole("menuitem", { name: "Show as text…" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete shop-prod as text" });
  expect(await within(dialog).findByText(CURL)).toBeTruthy();
  expect(within(dialog).getByText("NEON_API_KEY")).toBeTruthy();
  expect(within(dialog).queryByText(CLI)).toBeNull();
});

test("what the client has no option for is said, and copied as curl all the same", async () => {
  answer("callText", () => ({ curl: CURL, cli: null, variables: [] }));
  const user = button();
  await user.click(screen.getByRole("button", { name: "Copy as…" }));
  const item = await screen.findByRole("menuitem", { name: /CLI command.*support all of these options/ });
  expect(item.ariaDisabled).toBe("true");
  await user.click(screen.getByRole("menuitem", { name: "Show as text…" }));
  expect(await screen.findByText("The CLI doesn’t support all of these options.")).toBeTruthy();
  expect(screen.getByText(CURL)).toBeTruthy();
});

test("why there is no text stands in the menu and in the dialog, where it can be tried again", async () => {
  refuse("callText", { code: "invalid", message: "The name is too long" });
  const user = button();
  await user.click(screen.getByRole("button", { name: "Copy as…" }));
  expect((await screen.findAllByText("The name is too long")).length).toBeGreaterThan(0);
  await user.click(screen.getByRole("menuitem", { name: "Show as text…" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The name is too long");
  answer("callText", () => ({ curl: CURL, cli: null, variables: [] }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(CURL)).toBeTruthy();
});

test("an action that cannot copy shows the text instead", async () => {
  openWindow({ screen: "history" });
  answer("activityList", () => ({ items: [], next: null }));
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no clipboard"));
  await copyAs("curl", { operation: REMOVE, title: "Delete shop-prod" });
  expect(await screen.findByRole("dialog", { name: "Delete shop-prod as text" })).toBeTruthy();
  expect(await screen.findByText(CLI)).toBeTruthy();
});

test("an action says that it copied, and never the key", async () => {
  const add = vi.spyOn(toastQueue, "add");
  userEvent.setup();
  await copyAs("cli", { operation: REMOVE, title: "Delete shop-prod" });
  expect(await navigator.clipboard.readText()).toBe(CLI);
  expect(add.mock.calls[0]?.[0]).toMatchObject({ title: "Copied as CLI command" });
});
