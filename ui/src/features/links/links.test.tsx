import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { DeepLinkView } from "@/ipc/generated";
import type { Route } from "@/kit/route/route";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { account, info, row } from "@/test/views";
import { openWindow } from "@/test/window";
import { followLinks } from "./followLinks";
import { setLinkProblem } from "./problem";

const PROJECT = { kind: "project", accountId: "account-1", projectId: "p-1", branchId: null } as const;
const FOLDERS = { kind: "screen", screen: "folders" } as const;
const UNKNOWN = { kind: "unknownProject", projectId: "p-9", branchId: "br-9" } as const;

beforeEach(() => setLinkProblem(undefined));

/** The window, into which links come. */
function opened(route?: Route) {
  const view = openWindow(route);
  onTestFinished(followLinks(view.client, view.router));
  return view;
}

/** A link comes that leads there. */
function arrives(link: DeepLinkView) {
  let left: DeepLinkView | null = link;
  answer("deepLinkTake", () => {
    const taken = left;
    left = null;
    return taken;
  });
  act(() => publish({ kind: "linkArrived" }));
}

test.each<[DeepLinkView, Route]>([
  [{ kind: "screen", screen: "folders" }, { screen: "folders" }],
  [{ kind: "screen", screen: "history" }, { screen: "history" }],
  [
    { kind: "temporary", id: "row-7" },
    { screen: "temporary", id: "row-7" },
  ],
  [
    { kind: "operation", id: "op-7" },
    { screen: "history", id: "op-7" },
  ],
  [PROJECT, { screen: "project", account: "account-1", id: "p-1" }],
  [
    { ...PROJECT, branchId: "br-1" },
    { screen: "project", account: "account-1", id: "p-1", tab: "branches", branch: "br-1" },
  ],
])("%o opens its place and does nothing else", async (link, route) => {
  answer("temporaryList", () => ({ items: [row({ id: "row-7" })] }));
  const { router } = opened({ screen: "settings" });
  await screen.findByText("Appearance");
  arrives(link);
  await waitFor(() => expect(router.current()).toEqual(route));
  expect(screen.queryByTestId("link-banner")).toBeNull();
  expect(callsOf("accountChoose")).toEqual([]);
});

test("the link that Plinth was started with opens as soon as the window listens, and nobody after that", async () => {
  answer("deepLinkTake", () => FOLDERS);
  const { client, router } = openWindow({ screen: "settings" });
  const stop = followLinks(client, router);
  await waitFor(() => expect(router.current()).toEqual({ screen: "folders" }));
  stop();
  arrives({ kind: "screen", screen: "keys" });
  expect(router.current()).toEqual({ screen: "folders" });
});

test.each([
  [{ kind: "refused" }, "A link wasn’t opened"],
  [{ kind: "unknownTemporary" }, "This temporary database isn’t in the list"],
  [{ kind: "unknownOperation" }, "This operation isn’t in the history"],
] as const)(
  "%o leaves the window where it is and says why, until the next one opens",
  async (link, title) => {
    const { user, router } = opened({ screen: "settings" });
    await screen.findByText("Appearance");
    arrives(link);
    const banner = await screen.findByTestId("link-banner");
    expect(banner.textContent).toContain(title);
    expect(router.current()).toEqual({ screen: "settings" });
    await user.click(within(banner).getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByTestId("link-banner")).toBeNull();
    arrives(link);
    await screen.findByTestId("link-banner");
    arrives({ kind: "screen", screen: "folders" });
    await waitFor(() => expect(screen.queryByTestId("link-banner")).toBeNull());
  },
);

test("a project of another account opens by a click, for it makes that account the current one", async () => {
  answer("accountList", () => [
    account({ id: "a-1", name: "Sandbox", isCurrent: true }),
    account({ id: "a-2", name: "Workshop", isCurrent: false }),
  ]);
  const { user, router } = opened({ screen: "settings" });
  arrives({ ...PROJECT, accountId: "a-2" });
  const banner = within(await screen.findByTestId("link-banner"));
  expect(banner.getByText(/This project belongs to another account/)).toBeTruthy();
  expect(router.current()).toEqual({ screen: "settings" });
  expect(callsOf("accountChoose")).toEqual([]);
  await user.click(banner.getByRole("button", { name: "Open in Workshop" }));
  expect(router.current()).toEqual({ screen: "project", account: "a-2", id: "p-1" });
  await waitFor(() => expect(callsOf("accountChoose")).toEqual([{ id: "a-2" }]));
  expect(screen.queryByTestId("link-banner")).toBeNull();
});

test("a project that no account lists is looked for in the one that is clicked, and in none unasked", async () => {
  answer("accountList", () => [
    account({ id: "a-1", name: "Sandbox", isCurrent: true }),
    account({ id: "a-2", name: "Workshop", isCurrent: false }),
  ]);
  const { user, router } = opened({ screen: "settings" });
  arrives(UNKNOWN);
  const banner = within(await screen.findByTestId("link-banner"));
  expect(banner.getByText(/No connected account lists this project/)).toBeTruthy();
  expect(callsOf("projectGet")).toEqual([]);
  await user.click(banner.getByRole("button", { name: "Look in an account" }));
  await user.click(await screen.findByRole("menuitem", { name: "Workshop" }));
  expect(router.current()).toEqual({
    screen: "project",
    account: "a-2",
    id: "p-9",
    tab: "branches",
    branch: "br-9",
  });
  expect(screen.queryByTestId("link-banner")).toBeNull();
});

test("without an account the way to a project is to connect one, and with one it is that one", async () => {
  answer("accountList", () => []);
  const { client } = opened({ screen: "settings" });
  arrives(UNKNOWN);
  const banner = within(await screen.findByTestId("link-banner"));
  expect(banner.getByRole("button", { name: /Connect an account/ })).toBeTruthy();
  answer("accountList", () => [account({ name: "Workshop" })]);
  act(() => void client.invalidateQueries());
  expect(await banner.findByRole("button", { name: "Look in Workshop" })).toBeTruthy();
});

test("on the welcome screen a link waits for nothing: it says to choose first", async () => {
  answer("appInfo", () => info({ firstRun: true }));
  opened({ screen: "settings" });
  await screen.findByRole("button", { name: "Start in the sandbox" });
  arrives({ kind: "screen", screen: "settings" });
  const banner = await screen.findByTestId("link-banner");
  expect(banner.textContent).toContain("Choose a way to start first, then open the link again.");
});

test("where a link leads could not be found out: the reason is said, and it is tried again", async () => {
  const { user, router } = opened({ screen: "settings" });
  refuse("deepLinkTake", { code: "timeout", message: "The core did not answer", hint: "Try again." });
  act(() => publish({ kind: "linkArrived" }));
  const banner = within(await screen.findByTestId("link-banner"));
  expect(banner.getByText(/The core did not answer\. Try again\./)).toBeTruthy();
  answer("deepLinkTake", () => FOLDERS);
  await user.click(banner.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(router.current()).toEqual({ screen: "folders" }));
});
