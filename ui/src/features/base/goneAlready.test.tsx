import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { viewOf } from "@/data/errors";
import type { Kind } from "@/ipc/call";
import { type OpenDialog, openDialog } from "@/kit/overlay/dialogs";
import { TOAST } from "@/kit/words";
import { answer, callsOf, refuse } from "@/test/backend";
import { ID } from "@/test/projectRoute";
import { SAMPLES } from "@/test/samples";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";
import { goneAlready } from "./words";

const where = { accountId: "sandbox", projectId: ID };
const IMPORT = views.branch({ id: "br-import", name: "import", isDefault: false, parentId: "br-main-1" });
const [database] = SAMPLES.database;
const [role] = SAMPLES.role;
const [key] = SAMPLES.apiKey;
const [domain] = SAMPLES.authDomain;
const [provider] = SAMPLES.oauthProvider;
const [jwks] = SAMPLES.jwks;
const [permission] = SAMPLES.permission;
const [member] = SAMPLES.member;

/** Each kind of deletion: its command, its dialog, and the name of what it deletes. */
const DELETIONS: ReadonlyArray<readonly [Kind, OpenDialog | undefined, string]> = [
  ["projectDelete", { dialog: "deleteProject", accountId: "sandbox", project: views.project() }, "shop-prod"],
  ["branchDelete", { dialog: "deleteBranch", ...where, branchId: IMPORT.id }, "import"],
  ["computeDelete", { dialog: "deleteCompute", ...where, computeId: "ep-1" }, "reporting"],
  ["snapshotDelete", { dialog: "deleteSnapshot", ...where, snapshotId: "snap-1" }, "nightly"],
  ["databaseDelete", database && { dialog: "deleteDatabase", subject: database }, "svcdb"],
  ["roleDelete", role && { dialog: "deleteRole", subject: role }, "reader"],
  ["keyRevoke", key && { dialog: "revokeKey", subject: key }, key?.row.key.name ?? ""],
  ["authDeleteDomains", domain && { dialog: "deleteAuthDomain", subject: domain }, domain?.domain ?? ""],
  ["oauthDelete", provider && { dialog: "deleteOauthProvider", subject: provider }, "Google"],
  ["jwksRemove", jwks && { dialog: "removeJwks", subject: jwks }, "Clerk"],
  ["permissionRevoke", permission && { dialog: "revokePermission", subject: permission }, "ada@example.com"],
  ["memberRemove", member && { dialog: "removeMember", subject: member }, member?.member.email ?? ""],
];

describe.each(DELETIONS)("%s of what is gone already", (command, dialog, name) => {
  test("closes the dialog and says so, until the message is closed", async () => {
    answer("branchList", () => [views.branch({ id: "br-main-1", name: "main", isDefault: true }), IMPORT]);
    answer("computeList", () => [views.compute({ id: "ep-1", name: "reporting" })]);
    answer("snapshotList", () => [views.snapshot({ id: "snap-1", name: "nightly" })]);
    answer("databaseList", () => []);
    refuse(command, { code: "notFound", message: `${name} was not there` });
    const { user, client } = openWindow({ screen: "settings" });
    await screen.findByRole("main");
    act(() => dialog && openDialog(dialog));
    const confirm = await waitFor(() => {
      const found = document.querySelector<HTMLButtonElement>("[role=dialog] button[type=submit]");
      if (!found) throw new Error("no dialog asks");
      return found;
    });
    const typed = screen.queryByRole("textbox", { name: /^Type / });
    if (typed) await user.type(typed, name);
    await waitFor(() => expect(confirm.disabled).toBe(false));
    await user.click(confirm);

    const { title } = goneAlready(name);
    await screen.findByText(title);
    expect(callsOf(command)).toHaveLength(1);
    await waitFor(() => expect(confirm.isConnected).toBe(false));
    const errors = client.getMutationCache().findAll({ status: "error" });
    expect(errors.map(({ state }) => viewOf(state.error).message)).toEqual([]);
    const [cross] = within(document.body).getAllByLabelText(TOAST.close);
    if (cross) await user.click(cross);
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  });
});
