import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { DraggedFiles, FolderState, FolderView } from "@/ipc/generated";
import { folderStates } from "@/ipc/words";
import { answer, callsOf, drag, publish, refuse } from "@/test/backend";
import { deferred, gone } from "@/test/interactions";
import { openPalette } from "@/test/palette";
import { failure, folder, folderSettings, inHours, row, services } from "@/test/views";
import { openWindow } from "@/test/window";

const HERE = { screen: "folders" } as const;
const SHOP: DraggedFiles = { kind: "folders", paths: ["/code/shop"] };

function listing(...items: FolderView[]) {
  answer("folderList", () => ({ items }));
}

/** The screen with one folder, opened beside the list. */
async function opening(changes: Partial<FolderView> = {}) {
  const one = folder(changes);
  listing(one);
  const view = openWindow({ ...HERE, id: one.id });
  const detail = within(await screen.findByRole("complementary", { name: one.name }));
  return { ...view, detail, one };
}

describe("the list", () => {
  test("is empty at first, says what folders are for and offers both ways to begin", async () => {
    openWindow(HERE);
    expect(await screen.findByText("No project folders yet")).toBeTruthy();
    expect(screen.getByText(/writes the connection string of a database into its env file/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Add a project folder…" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Import from env files…" })).toBeTruthy();
  });

  test("shows a skeleton while it is read, and what was refused with another try", async () => {
    const { promise, resolve } = deferred<{ items: FolderView[] }>();
    answer("folderList", () => promise);
    const { user } = openWindow(HERE);
    expect(await screen.findByRole("status", { name: "Loading project folders" })).toBeTruthy();
    refuse("folderList", { message: "The store is busy" });
    await act(async () => resolve({ items: [folder()] }));
    await screen.findByRole("row", { name: /shop/ });
    publish({ kind: "foldersChanged" });
    expect((await screen.findByText(/The store is busy/)).textContent).toContain("The store is busy.");
    expect(screen.getByRole("row", { name: /shop/ })).toBeTruthy();
    listing(folder({ name: "blog" }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("row", { name: /blog/ })).toBeTruthy();
  });

  test("has name, path, variable, source, state and next step, and the sidebar counts", async () => {
    listing(folder(), folder({ id: "folder-2", name: "blog", path: "/code/blog", state: "foreign" }));
    openWindow(HERE);
    const shop = within(await screen.findByRole("row", { name: /shop/ }));
    for (const words of ["/code/shop", "DATABASE_URL", ".env", "This machine", "No database"]) {
      expect(shop.getAllByText(words).length).toBeGreaterThan(0);
    }
    expect(shop.getByRole("button", { name: "Set up database…" })).toBeTruthy();
    const blog = within(screen.getByRole("row", { name: /blog/ }));
    expect(blog.getByText("Set elsewhere")).toBeTruthy();
    expect(blog.queryByRole("button", { name: /Set up|Replace/ })).toBeNull();
    expect(within(screen.getByRole("navigation")).getByText("2 folders")).toBeTruthy();
  });

  test("is filtered by what is seen", async () => {
    listing(folder(), folder({ id: "folder-2", name: "blog", path: "/code/blog", state: "expired" }));
    const { user } = openWindow(HERE);
    await user.type(await screen.findByLabelText("Filter folders"), "expired");
    await waitFor(() => expect(screen.queryByRole("row", { name: /shop/ })).toBeNull());
    expect(screen.getByRole("row", { name: /blog/ })).toBeTruthy();
    await user.type(screen.getByLabelText("Filter folders"), "qqq");
    expect(await screen.findByText("No matches for “expiredqqq”")).toBeTruthy();
  });
});

const NEXT: ReadonlyArray<[FolderState, string | undefined]> = [
  ["absent", "Set up database…"],
  ["filled", "Open database"],
  ["foreign", undefined],
  ["expiring", "Claim…"],
  ["expired", "Replace…"],
  ["claimed", "Open database"],
  ["unfinished", "Continue…"],
  ["unseeded", "Run seed again…"],
  ["unclear", "Replace…"],
  ["envUnusable", "Change settings…"],
  ["gone", "Remove…"],
];

describe("a folder that is open", () => {
  test.each(NEXT)("%s: says its word, what it means and the next step", async (state, next) => {
    const { detail } = await opening({ state, temporaryId: "row-1", database: "quiet-harbour" });
    const notice = within(detail.getByTestId("folder-state"));
    expect(notice.getByText(folderStates[state].word)).toBeTruthy();
    expect(notice.getByText(folderStates[state].next, { exact: false })).toBeTruthy();
    const buttons = notice.queryAllByRole("button").map(({ textContent }) => textContent);
    expect(buttons).toEqual(next === undefined ? [] : [next]);
  });

  test("says why its env file cannot be used, and where somebody else's value is", async () => {
    const unusable = await opening({
      state: "envUnusable",
      problem: failure({ message: "The file is UTF-16", hint: "Save it as UTF-8" }),
    });
    expect(unusable.detail.getByText(/The file is UTF-16\. Save it as UTF-8\./)).toBeTruthy();
    unusable.unmount();
    const foreign = await opening({ state: "foreign", setIn: "/code/shop/.env.local", line: 3 });
    expect(foreign.detail.getByText(/Line 3 of \.env\.local\./)).toBeTruthy();
  });

  test("offers nothing while it is given a database, and follows the seed of it", async () => {
    answer("temporaryList", () => ({
      items: [
        row({
          seed: {
            ...SEEDED,
            status: "done",
          },
        }),
      ],
    }));
    const { detail } = await opening({ busy: true, temporaryId: "row-1" });
    expect(detail.getByText("Plinth is setting up this folder’s database.")).toBeTruthy();
    expect(detail.queryByTestId("folder-state")).toBeNull();
    expect(await detail.findByTestId("seed-result")).toBeTruthy();
  });

  test("shows when its database goes, and leads to it", async () => {
    const { detail, user, router } = await opening({
      state: "expiring",
      temporaryId: "row-1",
      database: "quiet-harbour",
      expiresAt: inHours(5),
    });
    await user.click(detail.getByRole("link", { name: "quiet-harbour" }));
    expect(router.current()).toEqual({ screen: "temporary", id: "row-1" });
  });

  test("is left out of the list after a question that says what stays", async () => {
    const { user, router } = await opening({ state: "gone" });
    answer("folderRemove", () => {
      listing();
      return null;
    });
    await user.click(within(screen.getByTestId("folder-state")).getByRole("button", { name: "Remove…" }));
    const dialog = await screen.findByRole("dialog", { name: "Remove shop from the list?" });
    expect(within(dialog).getByText(/its env file and its database stay/)).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Remove from list" }));
    await gone(dialog);
    expect(callsOf("folderRemove")).toEqual([{ id: "folder-1" }]);
    expect(router.current()).toEqual(HERE);
    expect(await screen.findByText("No project folders yet")).toBeTruthy();
  });
});

describe("adding", () => {
  test("asks the system for folders, and opens the last of several", async () => {
    answer("folderPick", () => ["/code/shop", "/code/blog"]);
    answer("folderAdd", ({ path }) => folder({ id: path, path, name: path.slice(6) }));
    const { user, router } = openWindow(HERE);
    await user.click(await screen.findByRole("button", { name: "Add folder…" }));
    expect(await screen.findByRole("row", { name: /shop/ })).toBeTruthy();
    expect(screen.getByRole("row", { name: /blog/ })).toBeTruthy();
    expect(callsOf("folderAdd")).toEqual([
      { path: "/code/shop", settings: null },
      { path: "/code/blog", settings: null },
    ]);
    await waitFor(() => expect(router.current()).toEqual({ ...HERE, id: "/code/blog" }));
    expect(await screen.findByText("shop and blog added")).toBeTruthy();
  });

  test("the same folder twice selects the row that is there", async () => {
    listing(folder());
    answer("folderPick", () => ["/code/../code/shop"]);
    answer("folderAdd", () => folder());
    const { user, router } = openWindow(HERE);
    await screen.findByRole("row", { name: /shop/ });
    await user.click(screen.getByRole("button", { name: "Add folder…" }));
    expect(await screen.findByText("shop is already in the list")).toBeTruthy();
    expect(router.current()).toEqual({ ...HERE, id: "folder-1" });
    expect(screen.getAllByRole("row", { name: /shop/ })).toHaveLength(1);
  });

  test("one that is refused says why above the list, and the others are there", async () => {
    answer("folderPick", () => ["/code/gone", "/code/blog"]);
    answer("folderAdd", ({ path }) => {
      if (path === "/code/gone") throw new Error("This folder is gone");
      return folder({ id: path, path, name: "blog" });
    });
    const { user } = openWindow(HERE);
    await user.click(await screen.findByRole("button", { name: "Add folder…" }));
    expect(await screen.findByText("Couldn’t add every folder")).toBeTruthy();
    expect(screen.getByRole("row", { name: /blog/ })).toBeTruthy();
  });

  test("every one that is refused is named", async () => {
    answer("folderPick", () => ["/code/gone", "/code/locked"]);
    answer("folderAdd", ({ path }) => {
      throw new Error(`The folder ${path} can’t be used`);
    });
    const { user } = openWindow(HERE);
    await user.click(await screen.findByRole("button", { name: "Add folder…" }));
    expect(await screen.findByText(/\/code\/gone can’t be used\..*\/code\/locked can’t/)).toBeTruthy();
  });

  test("folders are dropped on any screen, which says so while they are over it", async () => {
    answer("folderAdd", ({ path }) => folder({ path }));
    const { router } = openWindow({ screen: "temporary" });
    await screen.findByText("No temporary databases yet");
    act(() => drag({ kind: "over", files: SHOP }));
    expect(await screen.findByText("Drop to add project folders")).toBeTruthy();
    act(() => drag({ kind: "left" }));
    await waitFor(() => expect(screen.queryByText("Drop to add project folders")).toBeNull());
    act(() => drag({ kind: "dropped", files: SHOP }));
    await waitFor(() => expect(router.current()).toEqual({ ...HERE, id: "folder-1" }));
    expect(callsOf("folderAdd")).toEqual([{ path: "/code/shop", settings: null }]);
  });

  test("an open dialog takes no drop", async () => {
    const { user } = openWindow(HERE);
    await user.click(await screen.findByRole("button", { name: "Import…" }));
    await screen.findByRole("dialog", { name: "Import databases from env files" });
    act(() => drag({ kind: "over", files: SHOP }));
    act(() => drag({ kind: "dropped", files: SHOP }));
    expect(screen.queryByText("Drop to add project folders")).toBeNull();
    expect(callsOf("folderAdd")).toEqual([]);
  });
});

test("the palette adds a folder, finds one, and ensures one from any screen", async () => {
  listing(folder());
  const { user, router } = openWindow({ screen: "temporary" });
  await within(await screen.findByRole("navigation")).findByText("1 folder");
  await openPalette(user);
  const list = within(await screen.findByRole("listbox", { name: "Results" }));
  await user.keyboard("project folder");
  expect(await list.findByRole("option", { name: /^Add a project folder…/ })).toBeTruthy();
  await user.clear(screen.getByRole("combobox"));
  await user.keyboard("/code/shop");
  expect(await list.findByRole("option", { name: /^shop/ })).toBeTruthy();
  await user.clear(screen.getByRole("combobox"));
  answer("folderPlan", () => deferred<never>().promise);
  await user.keyboard("Set up a database for shop");
  await user.click(await list.findByRole("option", { name: /^Set up a database for shop/ }));
  expect(await screen.findByRole("dialog", { name: "Set up a database for shop" })).toBeTruthy();
  expect(router.current().screen).toBe("temporary");
});

test("G F opens the screen, and the list of shortcuts has it", async () => {
  const { user, router } = openWindow({ screen: "temporary" });
  await screen.findByText("No temporary databases yet");
  await user.keyboard("gf");
  await waitFor(() => expect(router.current()).toEqual(HERE));
  await user.keyboard("?");
  expect(
    within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).getByText("Folders"),
  ).toBeTruthy();
});

test("settings are changed without a file being written, and a public variable is refused", async () => {
  const { user, detail } = await opening();
  answer("folderChange", ({ id, settings }) => folder({ id, settings }));
  await user.click(detail.getByRole("button", { name: "Settings…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Settings of shop" }));
  const variable = dialog.getByLabelText("Variable");
  await user.clear(variable);
  await user.type(variable, "VITE_URL");
  await user.click(dialog.getByRole("button", { name: "Save settings" }));
  expect(await dialog.findByText(/A name that starts with VITE_ is public/)).toBeTruthy();
  await user.clear(variable);
  await user.type(variable, "DB");
  answer("seedPick", () => "/code/shop/db/seed.sql");
  await user.click(dialog.getByRole("button", { name: "Browse…" }));
  await waitFor(() => expect(dialog.getByLabelText(/SQL file/)).toHaveProperty("value", "db/seed.sql"));
  await user.click(dialog.getByRole("button", { name: "Save settings" }));
  await waitFor(() =>
    expect(callsOf("folderChange")).toEqual([
      {
        id: "folder-1",
        settings: folderSettings({ variable: "DB", seed: { type: "sql-script", path: "db/seed.sql" } }),
      },
    ]),
  );
});

test("the settings say while the places for databases are read, and why they could not be", async () => {
  refuse("instantServiceList", { message: "The store is busy" });
  const { user, detail } = await opening();
  await user.click(detail.getByRole("button", { name: "Settings…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Settings of shop" }));
  expect(await dialog.findByText("Couldn’t load the places for databases")).toBeTruthy();
  answer("instantServiceList", () => services());
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Save settings" })).toBeTruthy();
});

const SEEDED = {
  path: "/code/shop/seed.sql",
  statements: 3,
  rowsCopied: 0,
  error: null,
  hint: null,
  endedAt: null,
};
