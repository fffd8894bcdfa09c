import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { showOnce } from "@/features/base/oneTimeSecrets";
import { openDialog } from "@/kit/overlay/dialogs";
import { answer, callsOf, refuse } from "@/test/backend";
import { retype } from "@/test/interactions";
import { connect, inHours, preview, row, settings } from "@/test/views";
import { openWindow } from "@/test/window";

beforeEach(() => {
  answer("temporaryList", () => ({ items: [row()] }));
  answer("envPreview", () => preview());
  answer("envWrite", () => ({ undoId: "undo-1", path: "/code/app/.env", variables: ["DATABASE_URL"] }));
});

async function openEnv() {
  const view = openWindow({ screen: "temporary", id: "row-1" });
  await view.user.click(await screen.findByRole("button", { name: "Write to .env…" }));
  const dialog = await screen.findByRole("dialog", { name: "Write quiet-harbour to an env file" });
  return { ...view, dialog: within(dialog) };
}

const args = {
  source: { kind: "temporary" as const, id: "row-1" },
  path: "/code/app",
  key: "DATABASE_URL",
  prefix: "PUBLIC_",
  replace: [],
};

test("the first time a folder is chosen, then the change is seen, then it is written", async () => {
  answer("envPickFolder", () => "/code/app");
  const { user, dialog } = await openEnv();
  expect(callsOf("envPreview")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Choose folder…" }));
  const diff = await dialog.findByTestId("env-diff");
  expect(diff.textContent).toContain("DATABASE_URL=postgresql://svcdb_owner:••••••••@localhost");
  expect(callsOf("envPreview")).toEqual([{ args }]);
  expect(callsOf("envWrite")).toEqual([]);

  await user.click(dialog.getByRole("button", { name: "Write file" }));
  await waitFor(() => expect(callsOf("envWrite")).toEqual([{ previewId: "preview-1" }]));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /to an env file/ })).toBeNull());
});

test("a preview without a path has the focus in its field", async () => {
  const { user, dialog } = await openEnv();
  await user.click(dialog.getByRole("button", { name: "Preview change" }));
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true"));
});

test("a written file can be taken back", async () => {
  answer("envUndo", () => null);
  answer("envPickFolder", () => "/code/app");
  const { user, dialog } = await openEnv();
  await user.click(dialog.getByRole("button", { name: "Choose folder…" }));
  await user.click(await dialog.findByRole("button", { name: "Write file" }));
  const undo = await screen.findAllByRole("button", { name: "Undo" });
  const newest = undo[0];
  if (newest) await user.click(newest);
  await waitFor(() => expect(callsOf("envUndo")).toEqual([{ undoId: "undo-1" }]));
});

test("what is shown once is kept nowhere any more when the file that it was written to is taken back", async () => {
  answer("envUndo", () => null);
  answer("connectCopy", () => 45);
  const { user, client } = openWindow({ screen: "temporary", id: "row-1" });
  const source = { kind: "oneTimeSecret" as const, id: "secret-1" };
  const items = [{ id: "secret-1", label: "svcdb", forms: connect() }];
  act(() => showOnce(client, { name: "new", title: "new is made", note: "Copy it now.", items }));
  act(() => openDialog({ dialog: "writeConnection", source, name: "svcdb", isSet: false }));
  await user.type(await screen.findByRole("textbox", { name: "Folder or env file" }), "/code/app{Enter}");
  await user.click(await screen.findByRole("button", { name: "Write file" }));
  const oneTimeSecret = await screen.findByRole("dialog", { name: "new is made" });
  await waitFor(() => expect(callsOf("appSecretsUntaken").at(-1)).toEqual({ count: 0 }));
  const [newest] = await screen.findAllByRole("button", { name: "Undo", hidden: true });
  act(() => newest?.click());
  await waitFor(() => expect(callsOf("appSecretsUntaken").at(-1)).toEqual({ count: 1 }));
  await user.click(within(oneTimeSecret).getByRole("button", { name: "Done" }));
  expect(await screen.findByRole("dialog", { name: "Close without copying?" })).toBeTruthy();
  expect(callsOf("oneTimeSecretForget")).toEqual([]);
});

test("a variable that is there is replaced only when that was chosen", async () => {
  answer("envPreview", ({ args: { replace } }) =>
    replace.includes("DATABASE_URL")
      ? preview({ id: "preview-2" })
      : preview({ writable: false, present: [{ variable: "DATABASE_URL", line: 3 }] }),
  );
  const { user, dialog } = await openEnv();
  await user.type(dialog.getByRole("textbox", { name: "Folder or env file" }), "/code/app{Enter}");
  const present = await dialog.findByTestId("present-variables");
  expect(present.textContent).toContain("line 3");
  expect(dialog.getByRole("button", { name: "Write file" })).toHaveProperty("disabled", true);

  await user.click(dialog.getByRole("checkbox", { name: /Replace DATABASE_URL/ }));
  await waitFor(() =>
    expect(callsOf("envPreview").at(-1)).toEqual({ args: { ...args, replace: ["DATABASE_URL"] } }),
  );
  await waitFor(() =>
    expect(dialog.getByRole("button", { name: "Write file" })).toHaveProperty("disabled", false),
  );
  await user.click(dialog.getByRole("button", { name: "Write file" }));
  await waitFor(() => expect(callsOf("envWrite")).toEqual([{ previewId: "preview-2" }]));
});

test("typing on makes the shown change old: another key is previewed before it can be written", async () => {
  const { user, dialog } = await openEnv();
  await user.type(dialog.getByRole("textbox", { name: "Folder or env file" }), "/code/app{Enter}");
  await dialog.findByTestId("env-diff");
  await user.type(dialog.getByRole("textbox", { name: "Variable" }), "_2");
  expect(dialog.queryByTestId("env-diff")).toBeNull();
  expect(dialog.queryByRole("button", { name: "Write file" })).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Preview change" }));
  await waitFor(() =>
    expect(callsOf("envPreview").at(-1)).toEqual({ args: { ...args, key: "DATABASE_URL_2" } }),
  );
});

test("a file that changed since is not written, and is looked at again", async () => {
  refuse("envWrite", { code: "fileChanged", message: "The file changed since it was shown" });
  const { user, dialog } = await openEnv();
  await user.type(dialog.getByRole("textbox", { name: "Folder or env file" }), "/code/app{Enter}");
  await user.click(await dialog.findByRole("button", { name: "Write file" }));
  expect((await dialog.findByRole("alert")).textContent).toContain("Couldn’t write the file");
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(callsOf("envPreview")).toHaveLength(2));
  expect(dialog.queryByRole("alert")).toBeNull();
});

test.each([
  ["tracked", "Git tracks this file"],
  ["untracked", "Git doesn’t ignore this file"],
] as const)("git state %s is warned of", async (git, words) => {
  answer("envPreview", () => preview({ git }));
  const { user, dialog } = await openEnv();
  await user.type(dialog.getByRole("textbox", { name: "Folder or env file" }), "/code/app{Enter}");
  expect((await dialog.findByTestId("git-warning")).textContent).toContain(words);
});

test("the next time it begins with the file it was written to", async () => {
  const env = { path: "/code/app/.env", key: "PG_URL", writtenAt: inHours(-1) };
  answer("temporaryList", () => ({ items: [row({ env })] }));
  const { dialog } = await openEnv();
  await dialog.findByTestId("env-diff");
  expect(callsOf("envPreview")).toEqual([{ args: { ...args, path: "/code/app/.env", key: "PG_URL" } }]);
});

test("all that is there can be replaced at once, which is a rotation", async () => {
  const names = ["DATABASE_URL", "DATABASE_URL_DIRECT", "PUBLIC_POSTGRES_CLAIM_URL"];
  answer("envPreview", ({ args: { replace } }) =>
    replace.length === names.length
      ? preview({ id: "preview-3" })
      : preview({ writable: false, lines: [], present: names.map((variable, line) => ({ variable, line })) }),
  );
  const { user, dialog } = await openEnv();
  await user.type(dialog.getByRole("textbox", { name: "Folder or env file" }), "/code/app{Enter}");
  expect(await dialog.findByText("Already in this file")).toBeTruthy();
  expect(dialog.queryByText("No changes to this file.")).toBeNull();
  await user.click(dialog.getByRole("checkbox", { name: "Replace all 3" }));
  await waitFor(() => expect(callsOf("envPreview").at(-1)).toEqual({ args: { ...args, replace: names } }));
  await waitFor(() =>
    expect(dialog.getByRole("button", { name: "Write file" })).toHaveProperty("disabled", false),
  );
});

test("without settings it says what couldn’t load, and tries again", async () => {
  refuse("settingsGet", { code: "file", message: "The settings file couldn’t load" });
  const { user, dialog } = await openEnv();
  expect((await dialog.findByRole("alert")).textContent).toContain("The settings file couldn’t load");
  answer("settingsGet", () => settings());
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("textbox", { name: "Folder or env file" })).toBeTruthy();
});

test("values that have their own names ask for the prefix of the public ones alone", async () => {
  const { user } = openWindow({ screen: "temporary", id: "row-1" });
  const source = { kind: "oneTimeSecret" as const, id: "secret-1" };
  act(() => openDialog({ dialog: "writeConnection", source, name: "SDK keys", isSet: true }));
  const dialog = within(await screen.findByRole("dialog", { name: "Write SDK keys to an env file" }));
  expect(dialog.queryByRole("textbox", { name: "Variable" })).toBeNull();
  const prefix = dialog.getByRole("textbox", { name: "Prefix for public variables" });
  await retype(user, prefix, "VITE_");
  await user.type(dialog.getByRole("textbox", { name: "Folder or env file" }), "/code/app{Enter}");
  await dialog.findByTestId("env-diff");
  expect(callsOf("envPreview")).toEqual([{ args: { ...args, source, prefix: "VITE_" } }]);
});
