import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { keys } from "@/data/keys";
import type { AccountView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { choose, retype } from "@/test/interactions";
import { account, budget, failure } from "@/test/views";
import { openWindow } from "@/test/window";

const shop = (changes: Partial<AccountView> = {}) =>
  account({ id: "shop", name: "Shop", platform: "neon", isOwn: true, isCurrent: false, ...changes });

const problem = (code: "unauthorized" | "keychainLocked", message: string) => ({
  code,
  message,
  hint: null,
  requestId: null,
  about: null,
});

let accounts: AccountView[];

/** The accounts behind the window: choosing and editing change them as the core does. */
function keep(...all: AccountView[]) {
  accounts = all;
  const changed = (id: string, change: (each: AccountView) => Partial<AccountView>) => {
    accounts = accounts.map((each) => (each.id === id ? { ...each, ...change(each) } : each));
    const found = accounts.find((each) => each.id === id);
    if (!found) throw new Error("no such account");
    return found;
  };
  answer("accountList", () => accounts);
  answer("accountChoose", ({ id }) => {
    accounts = accounts.map((each) => ({ ...each, isCurrent: each.id === id }));
    return changed(id, () => ({}));
  });
  answer("accountEdit", ({ id, edit }) =>
    changed(id, (each) => ({
      name: edit.name ?? each.name,
      colour: edit.colour ?? each.colour,
      isProduction: edit.isProduction ?? each.isProduction,
      isReadOnly: edit.isReadOnly ?? each.isReadOnly,
    })),
  );
  answer("accountRecheck", ({ id }) => changed(id, () => ({ state: "ready", problem: null })));
  answer("accountReplaceKey", ({ id }) => changed(id, () => ({ state: "ready", problem: null })));
  answer("accountRemove", ({ id }) => {
    accounts = accounts.filter((each) => each.id !== id);
    return null;
  });
}

async function open(route: Parameters<typeof openWindow>[0] = { screen: "history" }) {
  const opened = openWindow(route);
  await screen.findByRole("navigation", { name: "Main" });
  return opened;
}

describe("the switcher", () => {
  test("names every account with what is the matter with it, and one click switches", async () => {
    keep(account(), shop({ state: "unauthorized", isReadOnly: true, isProduction: true }));
    const { user, router } = await open();
    await user.click(await screen.findByRole("button", { name: /^Sandbox/ }));
    const line = await screen.findByRole("menuitem", { name: /^Shop/ });
    expect(line.textContent).toContain("Key rejected · production · read-only · Neon");
    await user.click(line);
    await waitFor(() => expect(router.current()).toEqual({ screen: "projects", tab: "active" }));
    expect(callsOf("accountChoose")).toEqual([{ id: "shop" }]);
    expect(await screen.findByRole("button", { name: /^Shop/ })).toBeTruthy();
  });

  test("another account's refused key is marked there and disturbs nothing else", async () => {
    keep(account(), shop({ state: "unauthorized", problem: problem("unauthorized", "Refused") }));
    await open({ screen: "projects" });
    expect(await screen.findByText("A key is missing or was rejected")).toBeTruthy();
    expect(screen.queryByTestId("account-banner")).toBeNull();
  });

  test("number keys switch", async () => {
    keep(account(), shop());
    const { user, router } = await open();
    await screen.findByRole("button", { name: /^Sandbox/ });
    await user.keyboard("{Control>}2{/Control}");
    await waitFor(() => expect(callsOf("accountChoose")).toEqual([{ id: "shop" }]));
    expect(router.current()).toEqual({ screen: "projects", tab: "active" });
  });

  test("a machine without accounts offers to connect one", async () => {
    keep();
    const { user } = await open();
    await choose(user, await screen.findByRole("button", { name: /^No account/ }), "Connect an account…");
    expect(await screen.findByRole("dialog", { name: "Connect an account" })).toBeTruthy();
  });
});

describe("the current account", () => {
  test("with a refused key says so and goes on with the same key or another", async () => {
    keep(
      shop({
        isCurrent: true,
        state: "unauthorized",
        problem: problem("unauthorized", "The key was revoked"),
      }),
    );
    const { user, client } = await open();
    const banner = within(await screen.findByTestId("account-banner"));
    expect(banner.getByText(/The key for Shop was rejected/)).toBeTruthy();
    expect(banner.getByText(/The key was revoked\./)).toBeTruthy();
    expect(banner.queryByText(/Plinth sends no requests/)).toBeNull();
    await user.click(banner.getByRole("button", { name: "Replace key…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Replace the key for Shop" }));
    refuse("accountReplaceKey", { code: "unauthorized", message: "This one is refused as well" });
    await user.type(dialog.getByLabelText("New API key"), "napi_new");
    await user.click(dialog.getByRole("button", { name: "Replace key" }));
    expect((await dialog.findByRole("alert")).textContent).toContain("This one is refused as well");
    expect(dialog.getByLabelText("New API key")).toHaveProperty("value", "napi_new");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(await dialog.findByRole("button", { name: "Discard" }));
    client.setQueryData(keys.organizations("shop"), []);
    await user.click(banner.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByTestId("account-banner")).toBeNull());
    expect(client.getQueryState(keys.organizations("shop"))?.isInvalidated).toBe(true);
  });

  test("a check that fails is shown in the window, not only in a toast", async () => {
    keep(shop({ isCurrent: true, state: "keyMissing", problem: problem("keychainLocked", "It is locked") }));
    refuse("accountRecheck", { code: "keychainLocked", message: "The keychain is still locked" });
    const { user } = await open();
    const banner = within(await screen.findByTestId("account-banner"));
    await user.click(banner.getByRole("button", { name: "Try again" }));
    expect((await screen.findByRole("alert")).textContent).toContain("The keychain is still locked.");
  });

  test("that is production and read-only says both, and is unlocked only after a question", async () => {
    keep(shop({ isCurrent: true, isProduction: true, isReadOnly: true }));
    const { user, container } = await open();
    const mark = within(await screen.findByTestId("account-mark"));
    expect(mark.getByText("Shop is production.")).toBeTruthy();
    expect(container.querySelector(".edge")).toBeTruthy();
    await user.click(mark.getByRole("button", { name: "Unlock…" }));
    await user.click(
      within(await screen.findByRole("dialog", { name: "Unlock Shop?" })).getByRole("button", {
        name: "Unlock Shop",
      }),
    );
    await waitFor(() =>
      expect(callsOf("accountEdit")).toEqual([{ id: "shop", edit: { isReadOnly: false }, key: null }]),
    );
    await waitFor(() => expect(mark.queryByRole("button", { name: "Unlock…" })).toBeNull());
  });

  test("without its addresses says so where its projects are, and nowhere else", async () => {
    keep(
      account({
        state: "unavailable",
        problem: failure({ code: "offline", message: "No address for its API" }),
      }),
    );
    const { router } = await open({ screen: "settings" });
    await screen.findByRole("button", { name: /^Sandbox/ });
    expect(screen.queryByTestId("account-banner")).toBeNull();
    router.go({ screen: "history" });
    const banner = await screen.findByTestId("account-banner");
    expect(banner.textContent).toContain("Sandbox is unavailable");
  });

  test("shows what its key has sent, counted anew with what happens", async () => {
    keep(shop({ isCurrent: true }));
    answer("accountBudget", () => budget({ lastMinute: 84 }));
    await open();
    expect(await screen.findByText("84 of 700 requests/min")).toBeTruthy();
    answer("accountBudget", () => budget({ lastMinute: 85, waiting: 2 }));
    publish({ kind: "projectChanged", accountId: "shop", projectId: "p" });
    expect(await screen.findByText("85 of 700 requests/min")).toBeTruthy();
    expect(screen.getByText("· 2 waiting")).toBeTruthy();
    expect(callsOf("accountBudget").every(({ accountId }) => accountId === "shop")).toBe(true);
  });
});

describe("the settings", () => {
  async function menuOf(name: string) {
    const opened = await open({ screen: "settings" });
    await opened.user.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
    return opened;
  }

  test("say of the sandbox’s key where it comes from, and No key where there is none", async () => {
    keep(
      account({ keyKind: null }),
      shop({ keyKind: null, state: "keyMissing" }),
      shop({ id: "mill", name: "Mill", keyKind: null }),
    );
    openWindow({ screen: "settings" });
    const row = (name: RegExp) => screen.findByRole("row", { name });
    expect((await row(/^Sandbox/)).textContent).toContain("Created by Plinth");
    expect((await row(/^Shop/)).textContent).toContain("No key");
    expect((await row(/^Mill/)).textContent).toContain("Not reported");
  });

  test("list every account with its key, its owner and its addresses", async () => {
    keep(account(), shop({ keyKind: "organization", owner: "Shop Inc", baseUrl: "https://api.example/v2" }));
    await open({ screen: "settings" });
    const table = within(await screen.findByRole("grid", { name: "Accounts" }));
    expect(table.getByText("Organization key")).toBeTruthy();
    expect(table.getByText("Shop Inc")).toBeTruthy();
    expect(table.getByText("https://api.example/v2")).toBeTruthy();
  });

  test("another host or port takes the key once more, and the path alone does not", async () => {
    keep(account(), shop({ platform: "custom", baseUrl: "https://api.example/v2", host: "api.example" }));
    const { user } = await menuOf("Shop");
    await user.click(await screen.findByRole("menuitem", { name: /^Edit account…/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edit Shop" }));
    const address = dialog.getByLabelText(/^Management API address/);
    const key = () => dialog.queryByLabelText(/^API key for the new address/);
    await user.type(address, "/more");
    expect(key()).toBeNull();
    await retype(user, address, "https://api.example:8443/v2");
    await user.click(dialog.getByRole("button", { name: "Save account" }));
    expect(dialog.getByText("Enter the key.")).toBeTruthy();
    expect(
      dialog.getByText(/saved key is only for api\.example.*sent to https:\/\/api\.example:8443/),
    ).toBeTruthy();
    expect(callsOf("accountEdit")).toEqual([]);
    await user.type(key() ?? address, "napi_typed");
    await user.click(dialog.getByRole("button", { name: "Save account" }));
    await waitFor(() => expect(callsOf("accountEdit")).toHaveLength(1));
    const [sent] = callsOf("accountEdit");
    expect(sent?.edit).toMatchObject({ baseUrl: "https://api.example:8443/v2" });
    expect(sent?.key).toBe("napi_typed");
  });

  test("only what was changed of an account is sent", async () => {
    keep(account(), shop());
    const { user } = await menuOf("Shop");
    await user.click(await screen.findByRole("menuitem", { name: /^Edit account…/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edit Shop" }));
    await user.clear(dialog.getByLabelText(/^Name/));
    await user.click(dialog.getByRole("button", { name: "Save account" }));
    expect(dialog.getByText("Enter a name.")).toBeTruthy();
    await user.type(dialog.getByLabelText(/^Name/), "Shop ü");
    await user.click(dialog.getByRole("radio", { name: "Blue" }));
    await user.click(dialog.getByRole("button", { name: "Save account" }));
    await waitFor(() =>
      expect(callsOf("accountEdit")).toEqual([
        {
          id: "shop",
          edit: {
            name: "Shop ü",
            colour: "blue",
            isProduction: null,
            isReadOnly: null,
            baseUrl: null,
            instantUrl: null,
            caFile: null,
          },
          key: null,
        },
      ]),
    );
    expect(await screen.findByText("Shop ü")).toBeTruthy();
  });

  test("removing names what goes and what stays, and asks for a production account's name", async () => {
    keep(account(), shop({ isProduction: true }));
    const { user, client } = await menuOf("Shop");
    const read = () => client.getQueryCache().findAll({ queryKey: keys.projectsOf("shop") });
    client.setQueryData(keys.projectRecord("shop", "till-12345678"), {});
    expect(read()).toHaveLength(1);
    await user.click(await screen.findByRole("menuitem", { name: /^Remove account…/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Remove Shop?" }));
    expect(dialog.getByText(/the key in the keychain/)).toBeTruthy();
    expect(dialog.getByText(/Nothing changes on the platform/)).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Remove Shop" })).toHaveProperty("disabled", true);
    await user.type(dialog.getByLabelText("Type Shop to confirm"), "Shop");
    await user.click(dialog.getByRole("button", { name: "Remove Shop" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Actions for Shop" })).toBeNull());
    expect(callsOf("accountRemove")).toEqual([{ id: "shop" }]);
    expect(read()).toEqual([]);
  });

  test("an account that comes with its platform has no key to replace and cannot be removed", async () => {
    keep(account());
    await menuOf("Sandbox");
    expect(await screen.findByRole("menuitem", { name: /^Edit account…/ })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: /Replace key/ })).toBeNull();
    expect(screen.queryByRole("menuitem", { name: /Remove/ })).toBeNull();
  });
});
