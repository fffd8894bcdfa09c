import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { DraggedFiles, FoundDatabaseView } from "@/ipc/generated";
import { answer, callsOf, drag } from "@/test/backend";
import { row } from "@/test/views";
import { openWindow } from "@/test/window";

const SQL: DraggedFiles = { kind: "sqlFile", path: "/code/shop/schema.sql", name: "schema.sql" };
const ENV: DraggedFiles = { kind: "envFile", folder: "/code/shop", name: ".env.local" };
const LIST = { screen: "temporary" } as const;

const over = (files: DraggedFiles) => act(() => drag({ kind: "over", files }));
const drop = (files: DraggedFiles) => act(() => drag({ kind: "dropped", files }));

/** What an SQL file would do, as it is read. */
const inspected = () =>
  answer("seedInspect", ({ path }) => ({
    path,
    bytes: 40,
    statements: 2,
    transaction: true,
    transactionNote: null,
  }));

test("an SQL file is offered to the database that is open, and runs by no drop", async () => {
  inspected();
  const shop = row({ name: "quiet-harbour" });
  answer("temporaryList", () => ({ items: [shop] }));
  openWindow({ ...LIST, id: shop.id });
  await screen.findByRole("button", { name: "Seed…" });
  over(SQL);
  expect(await screen.findByText("Drop to run schema.sql on quiet-harbour")).toBeTruthy();
  drop(SQL);
  const dialog = within(await screen.findByRole("dialog", { name: /quiet-harbour/ }));
  expect(dialog.getByRole("textbox", { name: "SQL file" })).toHaveProperty("value", SQL.path);
  expect(await dialog.findByTestId("seed-plan")).toBeTruthy();
  expect(callsOf("seedStart")).toEqual([]);
  expect(screen.queryByTestId("file-drop")).toBeNull();
});

test("without an open database that takes it, an SQL file is for a new one", async () => {
  inspected();
  const gone = row({ state: "expired" });
  answer("temporaryList", () => ({ items: [gone] }));
  openWindow({ ...LIST, id: gone.id });
  await screen.findAllByText(gone.name);
  over(SQL);
  expect(await screen.findByText("Drop to run schema.sql on a new temporary database")).toBeTruthy();
  drop(SQL);
  const dialog = within(await screen.findByRole("dialog", { name: "New temporary database" }));
  const fields = dialog.getAllByRole("textbox");
  expect(fields[0]).toHaveProperty("value", SQL.path);
  expect(await dialog.findByTestId("seed-plan")).toBeTruthy();
  expect(callsOf("temporaryCreate")).toEqual([]);
});

test("an env file opens the import of its folder, with what that file holds selected", async () => {
  const found = (file: string, variable: string): FoundDatabaseView => ({
    folder: "/code/shop",
    file,
    variable,
    line: 1,
    kind: "connectionString",
    masked: "postgresql://ada:••••••••@db.example.com/shop",
    host: "db.example.com",
    knownAs: null,
    refused: null,
  });
  const known = { ...found(".env.local", "KNOWN_URL"), knownAs: "shop" };
  answer("folderScan", () => ({
    found: [found(".env", "OTHER_URL"), found(".env.local", "DATABASE_URL"), known],
    problems: [],
  }));
  const { user } = openWindow({ screen: "settings" });
  await screen.findByText("Appearance");
  over(ENV);
  expect(await screen.findByText("Drop to import databases from .env.local")).toBeTruthy();
  drop(ENV);
  const dialog = within(await screen.findByRole("dialog", { name: "Import databases from env files" }));
  const ticks = () =>
    dialog.getAllByRole("checkbox", { name: /_URL/ }).map((it) => it.getAttribute("aria-checked"));
  await dialog.findByText("DATABASE_URL");
  expect(ticks()).toEqual(["false", "true", "false"]);
  expect(callsOf("folderScan")).toEqual([{ paths: ["/code/shop"] }]);
  await user.click(dialog.getByRole("checkbox", { name: /OTHER_URL/ }));
  expect(ticks()).toEqual(["true", "true", "false"]);
  expect(dialog.getByRole("button", { name: "Import 2 databases" })).toBeTruthy();
  expect(callsOf("folderImport")).toEqual([]);
  expect(callsOf("folderAdd")).toEqual([]);
});

test.each([
  ["several", "Drop one file at a time", "Plinth takes one .env or .sql file, or any number of folders."],
  ["other", "Plinth can’t open this file", "It takes project folders, a .env file or a .sql file."],
] as const)("%s is refused in words, over the window and once it was dropped", async (kind, title, text) => {
  openWindow(LIST);
  await screen.findByText("No temporary databases yet");
  over({ kind });
  const overlay = within(await screen.findByTestId("file-drop"));
  expect(overlay.getByText(title)).toBeTruthy();
  expect(overlay.getByText(text)).toBeTruthy();
  drop({ kind });
  await waitFor(() => expect(screen.queryByTestId("file-drop")).toBeNull());
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.queryByRole("dialog", { name: /databases|database/ })).toBeNull();
});
