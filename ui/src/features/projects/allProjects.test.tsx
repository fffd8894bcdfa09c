import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answer, callsOf, refuse } from "@/test/backend";
import { account, failure, kept, project } from "@/test/views";
import { openWindow } from "@/test/window";

const SANDBOX = account();
const SHOP = account({
  id: "shop",
  name: "Northern shop",
  colour: "red",
  platform: "neon",
  isCurrent: false,
  isReadOnly: true,
});

beforeEach(() => {
  window.localStorage.clear();
  answer("accountList", () => [SANDBOX, SHOP]);
  answer("projectPage", ({ accountId: id, scope }) => ({
    items: scope === "own" ? [project({ id: "same-12345678", name: `${id} project` })] : [],
    next: null,
    unavailable: [],
  }));
});

const ALL = { screen: "projects", tab: "all" } as const;
const names = () => screen.queryAllByTestId("project-row").map((row) => row.querySelector("b")?.textContent);

test("the projects of all accounts are one list, with the account, its lock, a filter and an order over all", async () => {
  const { user } = openWindow({ screen: "projects" });
  await screen.findByText("sandbox project");
  expect(screen.queryByText("shop project")).toBeNull();
  await user.click(screen.getByRole("link", { name: "All accounts" }));
  await screen.findByText("shop project");
  expect(names()).toEqual(["sandbox project", "shop project"]);
  const row = screen.getByRole("row", { name: /shop project/ });
  expect(within(row).getByText("Read-only")).toBeTruthy();
  expect(screen.getAllByRole("status").map((status) => status.textContent)).toContain("2 projects");

  await user.click(screen.getByRole("button", { name: "Account" }));
  expect(names()).toEqual(["shop project", "sandbox project"]);
  await user.type(screen.getByRole("textbox", { name: "Filter projects" }), "northern");
  expect(names()).toEqual(["shop project"]);
});

test("a row opens its project in its account", async () => {
  const { user, router } = openWindow(ALL);
  await user.click(await screen.findByText("shop project"));
  await waitFor(() =>
    expect(router.current()).toMatchObject({ screen: "project", account: "shop", id: "same-12345678" }),
  );
});

test("an account that cannot be read says so by name, and the others show", async () => {
  answer("projectPage", ({ accountId: id, scope }) => {
    const mine = id === "sandbox" && scope === "own" ? [project({ name: "mine" })] : [];
    return { items: mine, next: null, unavailable: [] };
  });
  answer("accountList", () => [
    SANDBOX,
    account({
      ...SHOP,
      state: "unauthorized",
      problem: failure({ code: "unauthorized", message: "The key is refused" }),
    }),
  ]);
  answer("projectCached", ({ accountId: id, scope }) =>
    id === "shop" && scope === "own" ? kept([project({ name: "kept" })], -3) : null,
  );
  openWindow(ALL);
  await screen.findByText("mine");
  expect(names()).toEqual(["kept", "mine"]);
  expect(screen.getByText(/^Northern shop: The key is refused\. Shown as of/)).toBeTruthy();
  expect(callsOf("projectPage").every(({ accountId: id }) => id === "sandbox")).toBe(true);
});

test("a list that fails is tried again, and is not taken for an empty one", async () => {
  answer("accountList", () => [SANDBOX, account({ ...SHOP, keyKind: "organization" })]);
  refuse("projectPage", { code: "platform", message: "The platform failed" });
  openWindow(ALL);
  expect(await screen.findByText("Couldn’t load the projects of Northern shop")).toBeTruthy();
  expect(screen.getByText("Couldn’t load the projects of Sandbox")).toBeTruthy();
  expect(screen.queryByText("No projects yet")).toBeNull();
});

test("all accounts stay chosen, also over a restart, until one account is", async () => {
  const first = openWindow(ALL);
  await screen.findByText("shop project");
  first.unmount();
  const { user } = openWindow({ screen: "projects" });
  await screen.findByText("shop project");
  await user.click(screen.getByRole("link", { name: "Active" }));
  await waitFor(() => expect(names()).toEqual(["sandbox project"]));
  await user.click(screen.getByRole("link", { name: /^Projects/ }));
  await waitFor(() => expect(names()).toEqual(["sandbox project"]));
});
