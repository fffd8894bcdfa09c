import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "@/data/client";
import { Failure } from "@/features/base/Failure";
import type { ErrorCode, ErrorView } from "@/ipc/generated";
import { OpenDialogs } from "@/kit/overlay/OpenDialogs";
import { showDialog } from "@/routes";
import { answer, callsOf } from "@/test/backend";
import { account } from "@/test/views";

const shop = account({ id: "shop", name: "Shop", isOwn: true, isReadOnly: true, isCurrent: false });
const other = account({ id: "other", name: "Other", isOwn: true, isReadOnly: false });

function failure(code: ErrorCode, about: string | null = null, more = {}) {
  const error: ErrorView = { code, message: "It did not leave", hint: null, requestId: null, about };
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <input aria-label="Typed" defaultValue="kept" />
      <Failure error={error} {...more} />
      <OpenDialogs show={showDialog} />
    </QueryClientProvider>,
  );
  return user;
}

test("a locked account is unlocked over what was typed, and the same can be tried again", async () => {
  answer("accountList", () => [other, shop]);
  answer("accountEdit", () => ({ ...shop, isReadOnly: false }));
  const retry = vi.fn();
  const user = failure("readOnly", null, { account: "shop", onRetry: retry });
  await user.click(await screen.findByRole("button", { name: "Unlock…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Unlock Shop?" }));
  await user.click(dialog.getByRole("button", { name: "Unlock Shop" }));
  await waitFor(() =>
    expect(callsOf("accountEdit")).toEqual([{ id: "shop", edit: { isReadOnly: false }, key: null }]),
  );
  await waitFor(() => expect(screen.queryByRole("button", { name: "Unlock…" })).toBeNull());
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(retry).toHaveBeenCalledOnce();
  expect(screen.getByLabelText("Typed")).toHaveProperty("value", "kept");
});

test("a refused key is replaced where it was refused, for the account that the error is about", async () => {
  answer("accountList", () => [other, shop]);
  const user = failure("unauthorized", "shop");
  await user.click(await screen.findByRole("button", { name: "Replace key…" }));
  expect(await screen.findByRole("dialog", { name: "Replace the key for Shop" })).toBeTruthy();
});

test("the current account is meant when the error is about something else", async () => {
  answer("accountList", () => [shop, other]);
  const user = failure("unauthorized", "some-project");
  await user.click(await screen.findByRole("button", { name: "Replace key…" }));
  expect(await screen.findByRole("dialog", { name: "Replace the key for Other" })).toBeTruthy();
});

test("there is no way out where the account is not there yet, or its key is not its own", async () => {
  answer("accountList", () => [account({ isOwn: false })]);
  failure("unauthorized");
  await waitFor(() => expect(callsOf("accountList")).toHaveLength(1));
  expect(screen.queryByRole("button", { name: "Replace key…" })).toBeNull();
  failure("unauthorized", null, { account: null });
  expect(screen.queryByRole("button", { name: "Replace key…" })).toBeNull();
});
