/** Every notice, banner and toast has an end: its cause goes, a click takes it away, its dialog closes, or its time is over. */

import { readdirSync, readFileSync } from "node:fs";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { UndoView } from "@/ipc/generated";
import { toast } from "@/kit/overlay/toasts";
import type { Route } from "@/kit/route/route";
import { answer, refuse } from "@/test/backend";
import { ON_ACCOUNT } from "@/test/endings/account";
import { ELSEWHERE } from "@/test/endings/elsewhere";
import { type Ending, happens, press, type Site, seen } from "@/test/endings/ending";
import { HERE } from "@/test/endings/here";
import { ON_PAGES } from "@/test/endings/pages";
import { ON_PROJECT } from "@/test/endings/project";
import { REFUSALS } from "@/test/endings/refusals";
import { TOASTS } from "@/test/endings/toasts";
import { choose } from "@/test/interactions";
import { onProject } from "@/test/projectRoute";
import { account, branch, compute, failure, inHours, keychain, project, row, sandbox } from "@/test/views";
import { openWindow } from "@/test/window";

/** A notice or banner, or a call that shows a toast. */
const SITE =
  /<(Notice|Banner|FailureNotice|StaleNotice|MutationRefusal)(?=[\s>])|(?<![.\w])(?<!function )(?:toast|finish)\(/g;

const ENDINGS: readonly Ending[] = [
  ...ON_PROJECT,
  ...ON_ACCOUNT,
  ...HERE,
  ...TOASTS,
  ...REFUSALS,
  ...ON_PAGES,
];

/** Each place in the source that shows a notice, banner or toast: its file, and the text from there to the next one. */
const SITES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^(gallery|test)\/|generated\.ts$/.test(path))
  .flatMap((path) => {
    const text = readFileSync(`src/${path}`, "utf8");
    const file = path.replace(/^features\//, "").replace(/\.tsx?$/, "");
    const found = [...text.matchAll(SITE)];
    return found.map(({ index, 1: tag }, at) => {
      const rest = text.slice(index, found[at + 1]?.index);
      const end = tag ? rest.search(new RegExp(`</${tag}>|\\n}\\n`)) : rest.indexOf(";");
      return { file, text: end < 0 ? rest : rest.slice(0, end) };
    });
  });

test("every notice and toast has a row that says where its end is checked", () => {
  const rows: readonly Site[] = [...ENDINGS, ...ELSEWHERE];
  const about = (row: Site) =>
    SITES.filter(({ file, text }) => file === row.file && text.includes(row.notice));
  const without = SITES.filter((site) => !rows.some((row) => about(row).includes(site)));
  expect(without.map(({ file, text }) => `${file}: ${text.slice(0, 120)}`)).toEqual([]);
  expect(
    rows.filter((row) => about(row).length !== 1).map(({ file, notice }) => `${file}: ${notice}`),
  ).toEqual([]);
});

test("a row of a notice says what is seen of it, so that its test is held to its end", () => {
  const isToast = (row: Site) =>
    SITES.some(
      ({ file, text }) => file === row.file && text.includes(row.notice) && /^(toast|finish)\(/.test(text),
    );
  const without = ELSEWHERE.filter((row) => row.shown === undefined && !isToast(row));
  expect(without.map(({ file, notice }) => `${file}: ${notice}`)).toEqual([]);
});

test("the tests that the rows name are there", () => {
  const missing = ELSEWHERE.filter(
    ({ by: [file, title] }) => !readFileSync(`src/${file}`, "utf8").includes(`"${title}"`),
  );
  expect(missing).toEqual([]);
});

const DELETED: UndoView = {
  id: "undo-1",
  accountId: "sandbox",
  projectId: "p-1",
  branchId: null,
  name: "mill",
  deletedAt: inHours(-1),
  until: inHours(160),
  bulkId: null,
};

/** A cause that begins, the words or the test id it is seen by, and what ends it. */
interface Scenario {
  route: Route;
  begin(): void;
  shown: string;
  end(user: UserEvent): Promise<void> | void;
}

const MAIN = branch({ id: "br-main-1", name: "main", isDefault: true });
const onBranches: Route = { ...onProject("branches"), branch: "br-main-1" };

const SCENARIOS: Record<string, Scenario> = {
  "a locked keychain, by its unlocking": {
    route: { screen: "settings" },
    begin: () => answer("keychainState", () => keychain({ status: "locked" })),
    shown: "keychain-banner",
    end() {
      answer("keychainState", () => keychain());
      happens({ kind: "keychainChanged" });
    },
  },
  "a rejected key, by another one": {
    route: { screen: "projects" },
    begin: () => answer("accountList", () => [account({ state: "unauthorized" })]),
    shown: "account-banner",
    end() {
      answer("accountList", () => [account()]);
      happens({ kind: "accountsChanged" });
    },
  },
  "a stopped sandbox, by its start": {
    route: { screen: "projects" },
    begin() {
      const problem = failure({ code: "sandboxStopped", message: "The sandbox is not running" });
      answer("sandboxState", () => sandbox({ status: "stopped", running: null }));
      answer("accountList", () => [account({ state: "unavailable", problem })]);
    },
    shown: "sandbox-banner",
    end() {
      answer("sandboxState", () => sandbox());
      answer("accountList", () => [account()]);
      happens({ kind: "sandboxChanged" });
    },
  },
  "a deletion, by its undo": {
    route: { screen: "projects" },
    begin() {
      answer("undoList", () => [DELETED]);
      answer("projectRecover", () => project({ id: "p-1", name: "mill" }));
    },
    shown: "undo-notice",
    end: (user) => press(user, "Undo"),
  },
  "a deletion, by a recovery elsewhere": {
    route: { screen: "projects" },
    begin: () => answer("undoList", () => [DELETED]),
    shown: "undo-notice",
    end() {
      answer("undoList", () => []);
      happens({ kind: "undoChanged" });
    },
  },
  "a deletion, by its dismissal": {
    route: { screen: "projects" },
    begin() {
      answer("undoList", () => [DELETED]);
      answer("undoDismiss", () => null);
    },
    shown: "undo-notice",
    end: (user) => press(user, "Dismiss"),
  },
  "a list that can’t be read, by another try": {
    route: onProject("snapshots"),
    begin: () => refuse("snapshotList", { code: "platform", message: "The platform answered with 500" }),
    shown: "Couldn’t load the snapshots",
    end(user) {
      answer("snapshotList", () => []);
      return press(user, "Try again");
    },
  },
  "an unclear database, by its removal": {
    route: { screen: "temporary", id: "row-1" },
    begin: () =>
      answer("temporaryList", () => ({
        items: [row({ state: "unclear", expiresAt: null, endpoint: null })],
      })),
    shown: "unclear-notice",
    end() {
      answer("temporaryList", () => ({ items: [] }));
      happens({ kind: "temporaryForgotten", id: "row-1" });
    },
  },
  "a claim in progress, by its end": {
    route: { screen: "temporary", id: "row-1" },
    begin: () => answer("temporaryList", () => ({ items: [row({ state: "claiming" })] })),
    shown: "Claim in progress",
    end() {
      answer("temporaryList", () => ({ items: [row({ state: "claimed" })] }));
      happens({ kind: "temporaryChanged", id: "row-1" });
    },
  },
};

describe("a notice ends:", () => {
  test.each(ENDINGS)("$file, $notice", async ({ route, given, begin, shown, end }) => {
    given?.();
    const window = openWindow(route);
    await begin?.(window.user, window);
    await waitFor(() => expect(seen(shown)).not.toEqual([]));
    await end(window.user, window);
    await waitFor(() => expect(seen(shown)).toEqual([]));
  });

  test.each(Object.entries(SCENARIOS))("%s", async (_name, { route, begin, shown, end }) => {
    begin();
    const { user } = openWindow(route);
    await waitFor(() => expect(seen(shown)).not.toEqual([]));
    await end(user);
    await waitFor(() => expect(seen(shown)).toEqual([]));
  });

  test("a refused click, by its dismissal and by the next try", async () => {
    answer("branchList", () => [MAIN]);
    answer("computeList", () => [compute()]);
    answer("databaseList", () => []);
    const { user } = openWindow(onBranches);
    await screen.findByRole("heading", { name: "main" });
    const protect = () =>
      choose(user, screen.getByRole("button", { name: "More actions for main" }), /^Protect/);
    refuse("branchUpdate", failure({ code: "platform", message: "The platform is busy" }));
    await protect();
    await user.click(within(await screen.findByRole("alert")).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    await protect();
    await screen.findByRole("alert");
    answer("branchUpdate", () => ({ item: { ...MAIN, isProtected: true }, operations: [] }));
    await protect();
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });
});

describe("a toast ends", () => {
  test.each([
    ["after 6 s", {}, 6_000],
    ["after 12 s where something can be undone", { undo: { run() {} } }, 12_000],
  ])("%s", async (_what, words, stay) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    openWindow({ screen: "settings" });
    await screen.findByRole("heading", { name: "Settings" });
    act(() => void toast({ title: "Apple copied", ...words }));
    await waitFor(() => expect(seen("Apple copied")).not.toEqual([]));
    await act(() => vi.advanceTimersByTimeAsync(stay - 3_000));
    expect(seen("Apple copied")).not.toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    await waitFor(() => expect(seen("Apple copied")).toEqual([]));
  });

  test.each(["Undo", "Close this message"])("with its %s", async (button) => {
    const undone = vi.fn();
    const { user } = openWindow({ screen: "settings" });
    await screen.findByRole("heading", { name: "Settings" });
    act(() => void toast({ title: "Apple eaten", undo: { run: undone } }));
    await waitFor(() => expect(seen("Apple eaten")).not.toEqual([]));
    const found = within(document.body);
    // The cross of a toast is for the pointer: its label is read when it has the focus.
    const [first] = button === "Undo" ? found.getAllByText(button) : found.getAllByLabelText(button);
    if (first) await user.click(first);
    await waitFor(() => expect(seen("Apple eaten")).toEqual([]));
    expect(undone).toHaveBeenCalledTimes(button === "Undo" ? 1 : 0);
  });
});
