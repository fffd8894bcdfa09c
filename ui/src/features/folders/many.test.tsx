import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { FolderSource, FoundDatabaseView } from "@/ipc/generated";
import { answer, callsOf, publish } from "@/test/backend";
import { gone } from "@/test/interactions";
import { failure, folder, folderSettings, preview } from "@/test/views";
import { openWindow } from "@/test/window";

const found = (changes: Partial<FoundDatabaseView> = {}): FoundDatabaseView => ({
  folder: "/code/shop",
  file: ".env",
  variable: "DATABASE_URL",
  line: 4,
  kind: "connectionString",
  masked: "postgresql://ada:••••••••@db.example.com/shop",
  host: "db.example.com",
  knownAs: null,
  refused: null,
  ...changes,
});

async function openImport() {
  const view = openWindow({ screen: "folders" });
  await view.user.click(await screen.findByRole("button", { name: "Import…" }));
  const element = await screen.findByRole("dialog", { name: "Import databases from env files" });
  return { ...view, element, dialog: within(element) };
}

test("what is in the env files is listed masked, and what is ticked is brought in", async () => {
  answer("folderPick", () => ["/code/shop"]);
  answer("folderScan", () => ({
    found: [
      found(),
      found({ variable: "VITE_POSTGRES_CLAIM_URL", line: 5, kind: "claimLink", knownAs: "quiet-harbour" }),
      found({ variable: "OLD_URL", line: 6, refused: "This host is no database" }),
    ],
    problems: [{ path: "/code/shop/.env.big", error: failure({ message: "The file is too large" }) }],
  }));
  answer("folderImport", ({ picks: [of] }) => [
    {
      of: of ?? { folder: "", file: "", variable: "" },
      folderId: "folder-1",
      temporaryId: null,
      error: null,
    },
  ]);
  const { dialog, element, user, router } = await openImport();
  await user.click(dialog.getByRole("button", { name: "Choose folders…" }));
  const one = await dialog.findByRole("checkbox", { name: /DATABASE_URL · \.env, line 4/ });
  expect(dialog.getAllByText(/••••••••@db\.example\.com/).length).toBeGreaterThan(0);
  expect(dialog.getByText("Already in the list as quiet-harbour")).toBeTruthy();
  expect(dialog.getByText("This host is no database.")).toBeTruthy();
  expect(dialog.getByText("Couldn’t read /code/shop/.env.big")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Import" })).toHaveProperty("disabled", true);
  await user.click(one);
  await user.click(dialog.getByRole("button", { name: "Import 1 database" }));
  await gone(element);
  expect(callsOf("folderScan")).toEqual([{ paths: ["/code/shop"] }]);
  expect(callsOf("folderImport")).toEqual([
    { picks: [{ folder: "/code/shop", file: ".env", variable: "DATABASE_URL" }] },
  ]);
  await waitFor(() => expect(router.current()).toEqual({ screen: "folders", id: "folder-1" }));
});

test("where nothing is found, it is said what was looked at", async () => {
  answer("folderPick", () => ["/code/shop", "/code/blog"]);
  answer("folderScan", () => ({ found: [], problems: [] }));
  const { dialog, user } = await openImport();
  await user.click(dialog.getByRole("button", { name: "Choose folders…" }));
  expect(await dialog.findByText("No databases found")).toBeTruthy();
  expect(
    dialog.getByText(
      "Plinth looked for claim links and connection strings in the .env files of /code/shop and /code/blog.",
    ),
  ).toBeTruthy();
});

test("one that cannot be brought in says why, and the dialog stays", async () => {
  answer("folderPick", () => ["/code/shop"]);
  answer("folderScan", () => ({ found: [found()], problems: [] }));
  answer("folderImport", ({ picks }) =>
    picks.map((of) => ({
      of,
      folderId: null,
      temporaryId: null,
      error: failure({ message: "The service didn't answer" }),
    })),
  );
  const { dialog, user } = await openImport();
  await user.click(dialog.getByRole("button", { name: "Choose folders…" }));
  await user.click(await dialog.findByRole("checkbox", { name: /DATABASE_URL/ }));
  await user.click(dialog.getByRole("button", { name: "Import 1 database" }));
  expect(await dialog.findByText("Couldn’t import DATABASE_URL")).toBeTruthy();
  expect(dialog.getByText(/The service didn’t answer\./)).toBeTruthy();
});

const BRANCH: FolderSource = {
  kind: "branch",
  accountId: "sandbox",
  projectId: "shop-prod-12345678",
  request: { branchId: "br-main", computeId: null, database: "svcdb", role: "svcdb_owner", pooled: true },
};

const ofBranch = (id: string, name: string) =>
  folder({
    id,
    name,
    path: `/code/${name}`,
    state: "filled",
    settings: folderSettings({ source: BRANCH }),
    sourceLabel: "shop-prod / main / svcdb",
  });

test("folders with a former connection string are named, compared and written together", async () => {
  const [shop, blog, wiki] = [ofBranch("1", "shop"), ofBranch("2", "blog"), ofBranch("3", "wiki")];
  answer("folderList", () => ({ items: [blog, shop, wiki] }));
  answer("folderStale", () => [
    { folder: shop, env: preview({ id: "p-shop", path: "/code/shop/.env" }), error: null },
    { folder: blog, env: preview({ id: "p-blog", path: "/code/blog/.env" }), error: null },
    { folder: wiki, env: null, error: failure({ message: "The account is locked" }) },
  ]);
  answer("folderWriteAll", ({ planIds: ids }) =>
    ids.map((planId) => ({ planId, folderId: planId === "p-shop" ? "1" : "2", undoId: "undo", error: null })),
  );
  const { user } = openWindow({ screen: "folders" });
  const notice = within(await screen.findByTestId("former-strings"));
  expect(notice.getByText("2 folders have an old connection string")).toBeTruthy();
  await user.click(notice.getByRole("button", { name: "Review and write…" }));
  const element = await screen.findByRole("dialog", { name: "Update changed connection strings" });
  const dialog = within(element);
  expect(await dialog.findByText("Couldn’t compare wiki")).toBeTruthy();
  await user.click(await dialog.findByRole("checkbox", { name: "Write to blog" }));
  await user.click(dialog.getByRole("button", { name: "Write to 1 folder" }));
  await gone(element);
  expect(callsOf("folderWriteAll")).toEqual([{ planIds: ["p-shop"] }]);
});

test("what is compared stays under the pointer while it is compared anew", async () => {
  answer("folderList", () => ({ items: [ofBranch("1", "shop")] }));
  answer("folderStale", () => [
    { folder: ofBranch("1", "shop"), env: preview({ id: "p-shop", path: "/code/shop/.env" }), error: null },
  ]);
  answer("folderWriteAll", ({ planIds: ids }) =>
    ids.map((planId) => ({ planId, folderId: "1", undoId: "u", error: null })),
  );
  const { user } = openWindow({ screen: "folders" });
  const notice = within(await screen.findByTestId("former-strings"));
  await user.click(notice.getByRole("button", { name: "Review and write…" }));
  const element = await screen.findByRole("dialog", { name: "Update changed connection strings" });
  const submit = await within(element).findByRole("button", { name: "Write to 1 folder" });
  const before = callsOf("folderStale").length;
  answer("folderStale", () => new Promise(() => {}));
  act(() => publish({ kind: "foldersChanged" }));
  await waitFor(() => expect(callsOf("folderStale").length).toBeGreaterThan(before));
  expect(submit.isConnected).toBe(true);
  await user.click(submit);
  await gone(element);
  expect(callsOf("folderWriteAll")).toEqual([{ planIds: ["p-shop"] }]);
});

test("several env files that were written are taken back by one undo", async () => {
  const [shop, blog] = [ofBranch("1", "shop"), ofBranch("2", "blog")];
  answer("folderList", () => ({ items: [blog, shop] }));
  answer("folderStale", () => [
    { folder: shop, env: preview({ id: "p-shop", path: "/code/shop/.env" }), error: null },
    { folder: blog, env: preview({ id: "p-blog", path: "/code/blog/.env" }), error: null },
  ]);
  answer("folderWriteAll", ({ planIds: ids }) =>
    ids.map((planId) => ({ planId, folderId: "1", undoId: `undo-${planId}`, error: null })),
  );
  answer("envUndo", ({ undoId }) => {
    if (undoId === "undo-p-blog") throw failure({ message: "The file has changed" });
    return null;
  });
  const { user } = openWindow({ screen: "folders" });
  const notice = within(await screen.findByTestId("former-strings"));
  await user.click(notice.getByRole("button", { name: "Review and write…" }));
  const element = await screen.findByRole("dialog", { name: "Update changed connection strings" });
  await user.click(await within(element).findByRole("button", { name: "Write to 2 folders" }));
  await gone(element);
  expect(await screen.findByText("/code/shop/.env and 1 more")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(callsOf("envUndo")).toEqual([{ undoId: "undo-p-shop" }, { undoId: "undo-p-blog" }]),
  );
  expect(await screen.findByText("File restored")).toBeTruthy();
  expect(screen.getByText("/code/shop/.env")).toBeTruthy();
});

test("no platform is asked where no folder has the database of a project", async () => {
  answer("folderList", () => ({ items: [folder({ state: "filled" })] }));
  openWindow({ screen: "folders" });
  await screen.findByRole("row", { name: /shop/ });
  expect(callsOf("folderStale")).toEqual([]);
});

test("a database that was claimed is one of a project", async () => {
  answer("folderList", () => ({ items: [folder({ state: "claimed" })] }));
  answer("folderStale", () => []);
  openWindow({ screen: "folders" });
  await waitFor(() => expect(callsOf("folderStale")).toEqual([{}]));
});
