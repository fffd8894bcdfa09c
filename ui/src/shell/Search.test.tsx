import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { FoundView } from "@/ipc/generated";
import { answer, callsOf, refuse } from "@/test/backend";
import { openPalette } from "@/test/palette";
import { account, keyRow, row } from "@/test/views";
import { openWindow } from "@/test/window";

const found = (changes: Partial<FoundView> = {}): FoundView => ({
  kind: "project",
  id: "shop-prod-1",
  name: "shop-prod",
  detail: "Sandbox",
  accountId: "sandbox",
  projectId: "shop-prod-1",
  branchId: null,
  organizationId: null,
  ...changes,
});

async function search(text: string) {
  const opened = openWindow({ screen: "history" });
  await screen.findByText("No history yet");
  await openPalette(opened.user);
  await opened.user.keyboard(text);
  return { ...opened, list: screen.getByRole("listbox", { name: "Results" }) };
}

test("what is found leads to its place, by its kind", async () => {
  answer("searchFind", () => [
    found(),
    found({ kind: "branch", id: "br-1", name: "import", detail: "Sandbox / shop-prod", branchId: "br-1" }),
  ]);
  const { user, router, list } = await search("import");
  await user.click(await within(list).findByRole("option", { name: /^importSandbox/ }));
  expect(router.current()).toEqual({
    screen: "project",
    account: "sandbox",
    id: "shop-prod-1",
    tab: "branches",
    branch: "br-1",
  });
  expect(callsOf("accountChoose")).toEqual([]);
});

test("a key leads to the list that it is in", async () => {
  const key = { kind: "key", id: "12", name: "build server", detail: "Sandbox / API keys" } as const;
  answer("organizationList", () => [{ id: "org-1", name: "Acme", plan: null, createdAt: null }]);
  answer("keyList", () => [keyRow()]);
  answer("searchFind", () => [found({ ...key, projectId: null, organizationId: "org-1" })]);
  const { user, router, list } = await search("build");
  await user.click(await within(list).findByRole("option", { name: /^build server/ }));
  expect(router.current()).toEqual({ screen: "keys", account: "sandbox", tab: "org-1", id: "12" });
  expect(await screen.findByRole("row", { name: /build server/ })).toBeTruthy();
  expect(callsOf("keyList")).toEqual([{ accountId: "sandbox", organizationId: "org-1" }]);
});

test("what is another account's is shown with that account", async () => {
  let current = "sandbox";
  const shop = () => account({ id: "shop", name: "Shop", isCurrent: current === "shop" });
  answer("accountList", () => [account({ isCurrent: current === "sandbox" }), shop()]);
  answer("accountChoose", ({ id }) => {
    current = id;
    return shop();
  });
  answer("searchFind", () => [found({ accountId: "shop", name: "zebra" })]);
  const { user, router, list } = await search("zebra");
  await within(list).findByRole("option", { name: /^zebra/ });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(callsOf("accountChoose")).toEqual([{ id: "shop" }]));
  expect(router.current()).toMatchObject({ screen: "project", account: "shop" });
  expect(await screen.findByRole("button", { name: /^Shop/ })).toBeTruthy();
});

test("a temporary database is there once, though the list and the search both know it", async () => {
  answer("temporaryList", () => ({ items: [row()] }));
  answer("searchFind", () => [
    found({ kind: "temporary", id: "row-1", name: "quiet-harbour", accountId: null, projectId: null }),
  ]);
  const { list } = await search("harbour");
  await waitFor(() => expect(callsOf("searchFind").length).toBeGreaterThan(0));
  expect(await within(list).findAllByRole("option", { name: /quiet-harbour/ })).toHaveLength(1);
});

test("what was found stands under the actions that are called so", async () => {
  answer("searchFind", () => [found({ name: "settings-service" })]);
  const { list } = await search("settings");
  await within(list).findByRole("option", { name: /settings-service/ });
  const titles = within(list)
    .getAllByRole("option")
    .map((option) => option.textContent ?? "");
  expect(titles[0]).toMatch(/^Settings/);
});

test("a search that failed says so and leaves the actions", async () => {
  refuse("searchFind", { code: "internal", message: "The store is busy" });
  const { list } = await search("settings");
  expect((await screen.findByRole("alert")).textContent).toContain("The store is busy.");
  expect(within(list).getByRole("option", { name: /^Settings/ })).toBeTruthy();
});

test("what a setting is about leads to the settings, and nothing by letters that only happen to be there", async () => {
  const { list } = await search("clipboard");
  expect(within(list).getAllByRole("option")).toHaveLength(1);
  expect(within(list).getByRole("option", { name: /^Settings/ })).toBeTruthy();
});
