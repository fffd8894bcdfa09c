import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { OneTimeSecretView, SdkKeysView, SyncedUsersView } from "@/ipc/generated";
import { answer, callsOf, commandsCalled, publish, refuse } from "@/test/backend";
import { deferred, pick, pressing, retype } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

const PLACE = onProject("auth");
const page = (name: string) => onProject("auth", name);
const MAIN = views.branch({ id: "br-main-1", name: "main", isDefault: true });
const DEV = views.branch({ id: "br-dev-2", name: "dev" });

const form = (id: "serverKey" | "transferLink", label: string) =>
  ({ id, label, group: "string", masked: "••••••••", note: null }) as const;

const oneTimeSecret = (
  id: string,
  label: string,
  forms: OneTimeSecretView["forms"]["forms"],
): OneTimeSecretView => ({
  id,
  label,
  forms: views.connect({ forms, caFile: null }),
});

const sdkKeys = (changes: Partial<SdkKeysView> = {}): SdkKeysView => ({
  provider: "provider_one",
  providerProjectId: "auth-project-1",
  clientKey: "pck_public",
  jwksUrl: null,
  schema: "svc_auth",
  table: "users_sync",
  oneTimeSecret: oneTimeSecret("secret-keys", "SDK keys", [
    form("serverKey", "Server key"),
    { id: "env", label: ".env", group: "string", masked: "AUTH_SECRET_SERVER_KEY=••••••••", note: null },
  ]),
  ...changes,
});

const users = (changes: Partial<SyncedUsersView> = {}): SyncedUsersView => ({
  schema: "svc_auth",
  table: "users_sync",
  rows: [
    { id: "user-1", email: "ada@example.com", name: "Ada", roles: [], createdAt: views.inHours(-2) },
    { id: "user-2", email: "grace@example.com", name: null, roles: [], createdAt: null },
  ],
  total: 2,
  arrived: null,
  readAt: views.inHours(0),
  ...changes,
});

beforeEach(() => {
  answer("branchList", () => [DEV, MAIN]);
  answer("databaseList", () => [views.database(), views.database({ name: "orders", owner: "clerk" })]);
  answer("roleList", () => ["svcdb_owner", "clerk"].map((name) => views.role({ name })));
  answer("authIntegrations", () => [views.integration()]);
  answer("authUsers", () => users());
});

const card = (name: string) => screen.findByRole("region", { name });
const dialog = (name: RegExp | string) => screen.findByRole("dialog", { name });

describe("without an integration", () => {
  beforeEach(() => answer("authIntegrations", () => []));

  test("says what auth is, that it is beta and what enabling does", async () => {
    openWindow(PLACE);
    const auth = await card("Auth");
    expect(within(auth).getByText("Beta")).toBeTruthy();
    expect(within(auth).getByText(/adds the schema svc_auth/)).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Users" })).toBeNull();
    expect(commandsCalled()).not.toContain("authUsers");
  });

  test("has no other page: each address shows the one that enables it", async () => {
    openWindow(page("domains"));
    expect(within(await card("Auth")).getByRole("button", { name: "Enable auth…" })).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Auth pages" })).toBeNull();
    expect(screen.queryByRole("region", { name: "Domains" })).toBeNull();
  });

  const enabling = async () => {
    const { user } = await pressing(openWindow(PLACE), "Enable auth…");
    const form = await dialog("Enable auth for shop-prod");
    await waitFor(() =>
      expect(within(form).getByRole("combobox", { name: "Database" }).textContent).toContain("svcdb"),
    );
    return { user, form };
  };

  test("is enabled on the default branch with the platform's names, once however fast one clicks", async () => {
    const { promise, resolve: done } = deferred<SdkKeysView>();
    answer("authEnable", () => promise);
    const { user, form } = await enabling();
    expect(within(form).getByRole("combobox", { name: "Role" }).textContent).toContain("svcdb_owner");
    const submit = within(form).getByRole("button", { name: "Enable auth" });
    await user.click(submit);
    await user.click(submit);
    expect(callsOf("authEnable")).toEqual([
      {
        accountId: "sandbox",
        projectId: ID,
        enable: { branchId: "br-main-1", database: "svcdb", role: "svcdb_owner" },
        branchId: null,
      },
    ]);
    answer("authIntegrations", () => [views.integration()]);
    done(sdkKeys());
    const shown = await dialog("SDK keys of shop-prod");
    expect(within(shown).getByText(/doesn’t show it again/)).toBeTruthy();
    await user.click(within(shown).getByRole("button", { name: "Done" }));
    await user.click(await screen.findByRole("button", { name: "Close without copying" }));
    expect(await card("Integration")).toBeTruthy();
    expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-keys" }]);
    const keys = await card("SDK keys");
    expect(within(keys).getByText("pck_public")).toBeTruthy();
  });

  test("another database brings its owner, and a name that is in no list is typed", async () => {
    answer("authEnable", () => sdkKeys());
    const { user } = await pressing(openWindow(PLACE), "Enable auth…");
    const form = await dialog("Enable auth for shop-prod");
    const database = await within(form).findByRole("combobox", { name: "Database" });
    await pick(user, database, "orders");
    await waitFor(() =>
      expect(within(form).getByRole("combobox", { name: "Role" }).textContent).toContain("clerk"),
    );
    await pick(user, database, "Enter another name…");
    const typed = await within(form).findByRole("textbox", { name: "Database" });
    await user.clear(typed);
    await user.click(within(form).getByRole("button", { name: "Enable auth" }));
    expect(within(form).getByText("Enter a name.")).toBeTruthy();
    expect(callsOf("authEnable")).toEqual([]);
    await user.type(typed, "shop");
    await user.click(within(form).getByRole("button", { name: "Enable auth" }));
    await waitFor(() => expect(callsOf("authEnable")).toHaveLength(1));
    expect(callsOf("authEnable")[0]?.enable).toMatchObject({ database: "shop" });
  });

  test("names are typed where the lists cannot be read", async () => {
    refuse("databaseList", { code: "offline", message: "No way there" });
    refuse("roleList", { code: "offline", message: "No way there" });
    await pressing(openWindow(PLACE), "Enable auth…");
    const form = await dialog("Enable auth for shop-prod");
    expect(await within(form).findByRole("alert")).toBeTruthy();
    expect(within(form).getByRole("textbox", { name: "Database" })).toHaveProperty("value", "svcdb");
  });

  test("one that is there already is offered to be shown", async () => {
    refuse("authEnable", { code: "exists", message: "Neon Auth is already enabled for this branch" });
    const { user, form } = await enabling();
    await user.click(within(form).getByRole("button", { name: "Enable auth" }));
    expect((await within(form).findByRole("alert")).textContent).toContain("Auth is already enabled");
    answer("authIntegrations", () => [views.integration()]);
    await user.click(within(form).getByRole("button", { name: "Show integration" }));
    expect(await card("Integration")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("a locked account says why nothing is enabled", async () => {
    answer("accountList", () => [views.account({ isReadOnly: true })]);
    const { user } = openWindow(PLACE);
    expect(await screen.findByText(/read-only. Unlock it to enable auth/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Enable auth…" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("an integration", () => {
  test("shows what it is and is attached to, in words", async () => {
    openWindow(PLACE);
    const shown = await card("Integration");
    expect(within(shown).getByText("provider_one")).toBeTruthy();
    expect(within(shown).getByText("auth-project-1")).toBeTruthy();
    expect((await within(shown).findByRole("link", { name: "main" })).getAttribute("href")).toContain(
      "branch=br-main-1",
    );
    expect(within(shown).getByRole("link", { name: "svcdb" })).toBeTruthy();
    expect(within(shown).getByText(/jwks\.json$/)).toBeTruthy();
    expect(within(shown).getByRole("button", { name: "Copy the JWKS URL" })).toBeTruthy();
  });

  test("opens the address of its public keys on the host that is shown, and says why it does not", async () => {
    refuse("authJwksOpen", { code: "linkRefused", message: "Only https links are opened" });
    const { user } = openWindow(PLACE);
    const shown = await card("Integration");
    await user.click(within(shown).getByRole("button", { name: "Open on auth.example.com" }));
    expect(callsOf("authJwksOpen")).toEqual([
      {
        accountId: "sandbox",
        projectId: ID,
        provider: "provider_one",
        host: "auth.example.com",
        branchId: null,
      },
    ]);
    expect((await within(shown).findByRole("alert")).textContent).toContain("Only https links are opened");
  });

  test("that cannot be read says why and is read again", async () => {
    refuse("authIntegrations", { code: "offline", message: "No way there", requestId: "req-7" });
    const { user } = openWindow(PLACE);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Couldn’t load the auth integration");
    answer("authIntegrations", () => [views.integration()]);
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await card("Integration")).toBeTruthy();
  });

  test("lists what production needs, each with the way to the page where it is done", async () => {
    answer("oauthList", () => [
      { id: "google", isShared: true, clientId: null, microsoftTenantId: null },
      { id: "github", isShared: false, clientId: "own", microsoftTenantId: null },
    ]);
    const { user, router } = openWindow(PLACE);
    const readiness = await card("Readiness");
    await waitFor(() => expect(within(readiness).getByText("Ready for production: 0 of 4")).toBeTruthy());
    expect(within(readiness).getByText("Google uses the platform’s shared credentials")).toBeTruthy();
    expect(within(readiness).queryByText(/GitHub/)).toBeNull();
    expect(
      within(readiness)
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual(["Go to Providers", "Go to Email", "Go to Domains", "Go to Ownership"]);
    await user.click(within(readiness).getByRole("link", { name: "Go to Domains" }));
    expect(router.current()).toEqual(page("domains"));
    const domains = await card("Domains");
    // The link went with its page; the focus did not.
    expect(document.activeElement?.contains(domains)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  test("does not call unknown what is missing", async () => {
    refuse("authDomains", { code: "offline", message: "No way there" });
    const { user } = openWindow(PLACE);
    const readiness = await card("Readiness");
    expect(await within(readiness).findByText(/Trusted domain: unknown/)).toBeTruthy();
    answer("authDomains", () => ["https://shop.example.com"]);
    await user.click(within(readiness).getByRole("button", { name: "Try again" }));
    expect(await within(readiness).findByText("Trusted: https://shop.example.com")).toBeTruthy();
    expect(commandsCalled()).not.toContain("authUsers");
  });
});

describe("the pages", () => {
  const pages = () => screen.findByRole("navigation", { name: "Auth pages" });
  const shown = () => screen.getAllByRole("link", { current: "page" }).map((link) => link.textContent);

  test("each have an address, and the window goes back through them", async () => {
    answer("authDomains", () => ["https://shop.example.com"]);
    const { user, router } = openWindow(PLACE);
    const list = await pages();
    expect(within(list).getAllByRole("link")).toHaveLength(6);
    expect(await within(list).findByText("2 of 4")).toBeTruthy();
    expect(within(list).getByText("Ready for production: 2 of 4")).toBeTruthy();
    for (const [label, region] of [
      ["Users", "Users"],
      ["Providers", "OAuth providers"],
      ["Email", "Email server"],
      ["Domains", "Domains"],
      ["Ownership", "Ownership"],
    ] as const) {
      await user.click(within(list).getByRole("link", { name: label }));
      expect(await card(region)).toBeTruthy();
      expect(router.current()).toEqual(page(label.toLowerCase()));
      expect(shown()).toContain(label);
      expect(screen.queryByRole("region", { name: "Readiness" })).toBeNull();
    }
    router.back();
    expect(await card("Domains")).toBeTruthy();
  });

  test("that an address does not name are the overview", async () => {
    openWindow(page("nowhere"));
    expect(await card("Readiness")).toBeTruthy();
  });

  test("are found in the palette from any tab of the project", async () => {
    const { user } = openWindow(onProject("computes"));
    await screen.findByRole("tab", { name: "Auth" });
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox", { name: "Search actions and names" }), "Auth: Us");
    await user.click(await screen.findByRole("option", { name: /Auth: Users/ }));
    expect(await card("Users")).toBeTruthy();
  });

  test("show what comes of an action that was started elsewhere", async () => {
    const { user, router } = openWindow(page("domains"));
    await card("Domains");
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox", { name: "Search actions and names" }), "Show users");
    await user.click(await screen.findByRole("option", { name: /Show users/ }));
    expect(router.current()).toEqual(page("users"));
    expect(await within(await card("Users")).findByText("ada@example.com")).toBeTruthy();
  });

  test("say that the integration is old where it cannot be read anew", async () => {
    openWindow(page("ownership"));
    await card("Ownership");
    refuse("authIntegrations", { code: "timeout", message: "No answer came" });
    publish({ kind: "authChanged", accountId: "sandbox", projectId: ID });
    expect(await screen.findByText("Couldn’t load the auth integration")).toBeTruthy();
    expect(screen.getByText(/Shown as of/)).toBeTruthy();
    expect(await card("Ownership")).toBeTruthy();
  });
});

describe("users", () => {
  test("are read on a click alone, and no event reads them again", async () => {
    const { user } = openWindow(page("users"));
    const shown = await card("Users");
    expect(commandsCalled()).not.toContain("authUsers");
    await user.click(within(shown).getByRole("button", { name: "Show users" }));
    expect(await within(shown).findByText("ada@example.com")).toBeTruthy();
    expect(within(shown).getByText(/^2 users, last checked/)).toBeTruthy();
    expect(callsOf("authUsers")).toEqual([
      {
        accountId: "sandbox",
        projectId: ID,
        request: { branchId: "br-main-1", database: "svcdb", search: null, awaited: null },
      },
    ]);
    const before = callsOf("authIntegrations").length;
    publish({ kind: "authChanged", accountId: "sandbox", projectId: ID });
    await waitFor(() => expect(callsOf("authIntegrations").length).toBeGreaterThan(before));
    expect(callsOf("authUsers")).toHaveLength(1);
    expect(within(shown).getByText("ada@example.com")).toBeTruthy();
  });

  test("are searched in what was read, and in the whole table where that is more", async () => {
    answer("authUsers", () => users({ total: 900 }));
    const { user } = openWindow(page("users"));
    const shown = await card("Users");
    await user.click(within(shown).getByRole("button", { name: "Show users" }));
    await user.type(await within(shown).findByRole("textbox", { name: "Search users" }), "grace");
    await waitFor(() => expect(within(shown).queryByText("ada@example.com")).toBeNull());
    expect(within(shown).getByText(/^1 of 900 users/)).toBeTruthy();
    await user.click(within(shown).getByRole("button", { name: "Search whole table" }));
    await waitFor(() => expect(callsOf("authUsers")).toHaveLength(2));
    expect(callsOf("authUsers")[1]?.request).toMatchObject({ search: "grace" });
    await user.click(await within(shown).findByRole("button", { name: "Show newest" }));
    await waitFor(() => expect(callsOf("authUsers")[2]?.request).toMatchObject({ search: null }));
    expect(await within(shown).findByText("ada@example.com")).toBeTruthy();
  });

  test("that cannot be read say why, and what was read stays with its age", async () => {
    const { user } = openWindow(page("users"));
    const shown = await card("Users");
    await user.click(within(shown).getByRole("button", { name: "Show users" }));
    await within(shown).findByText("ada@example.com");
    refuse("authUsers", { code: "database", message: "The database refused" });
    await user.click(within(shown).getByRole("button", { name: "Refresh" }));
    expect((await within(shown).findByRole("alert")).textContent).toContain("Couldn’t load the users");
    expect(within(shown).getByText("ada@example.com")).toBeTruthy();
    expect(within(shown).getByText(/Shown as of/)).toBeTruthy();
    answer("authUsers", () => users({ rows: [], total: 0 }));
    await user.click(within(shown).getByRole("button", { name: "Try again" }));
    expect(await within(shown).findByText("No users yet")).toBeTruthy();
  });

  test("a locked account reads nothing and says why", async () => {
    answer("accountList", () => [views.account({ isReadOnly: true })]);
    const { user } = openWindow(page("users"));
    const shown = await card("Users");
    expect(within(shown).getByText(/would start the compute, so it is blocked too/)).toBeTruthy();
    await user.click(within(shown).getByRole("button", { name: "Show users" }));
    expect(commandsCalled()).not.toContain("authUsers");
  });

  const newUser = async () => {
    const { user } = openWindow(page("users"));
    const shown = await card("Users");
    await user.click(within(shown).getByRole("button", { name: "New user…" }));
    return { user, shown, form: await dialog("New user") };
  };

  const createAda = async () => {
    const opened = await newUser();
    const { user, form } = opened;
    await user.type(within(form).getByRole("textbox", { name: "Email" }), "ada@example.com");
    await user.click(within(form).getByRole("button", { name: "Create user" }));
    return opened;
  };

  test("one who is made is waited for and marked in the table", async () => {
    let made = 0;
    answer("authCreateUser", () => {
      made += 1;
      return { id: "user-9" };
    });
    const { promise, resolve: arrive } = deferred<SyncedUsersView>();
    answer("authUsers", () => promise);
    const { user, shown, form } = await newUser();
    await user.click(within(form).getByRole("button", { name: "Create user" }));
    expect(within(form).getByText("Enter the user’s email address.")).toBeTruthy();
    await user.type(within(form).getByRole("textbox", { name: "Email" }), "new@example.com");
    await user.click(within(form).getByRole("textbox", { name: /Name/ }));
    await user.paste("n".repeat(256));
    await user.click(within(form).getByRole("button", { name: "Create user" }));
    expect(within(form).getByText(/256 characters/)).toBeTruthy();
    expect(made).toBe(0);
    await user.clear(within(form).getByRole("textbox", { name: /Name/ }));
    await user.click(within(form).getByRole("button", { name: "Create user" }));
    expect(await within(shown).findByTestId("user-awaited")).toBeTruthy();
    expect(callsOf("authCreateUser")).toEqual([
      {
        accountId: "sandbox",
        projectId: ID,
        provider: "provider_one",
        email: "new@example.com",
        name: null,
        branchId: null,
      },
    ]);
    expect(callsOf("authUsers")[0]?.request).toMatchObject({ awaited: "user-9" });
    const row = {
      id: "user-9",
      email: "new@example.com",
      name: null,
      roles: [],
      createdAt: views.inHours(0),
    };
    arrive(users({ rows: [row], total: 1, arrived: true }));
    expect(await within(shown).findByTestId("user-arrived")).toBeTruthy();
    expect(within(within(shown).getByRole("grid", { name: "Users" })).getByText("New")).toBeTruthy();
  });

  test("one who has not arrived is looked for once more", async () => {
    answer("authCreateUser", () => ({ id: "user-1" }));
    answer("authUsers", () => users({ rows: [], total: 0, arrived: false }));
    const { user, shown } = await createAda();
    const missing = await within(shown).findByTestId("user-missing");
    expect(missing.textContent).toContain("ada@example.com has not arrived yet");
    answer("authUsers", () => users({ arrived: true }));
    await user.click(within(missing).getByRole("button", { name: "Check again" }));
    expect(await within(shown).findByTestId("user-arrived")).toBeTruthy();
    expect(callsOf("authUsers").at(-1)?.request).toMatchObject({ awaited: "user-1" });
  });

  test("one who was made is not said to be missing from a table that cannot be read", async () => {
    answer("authCreateUser", () => ({ id: "user-1" }));
    refuse("authUsers", { code: "database", message: "The connection was refused" });
    const { shown } = await createAda();
    const unseen = await within(shown).findByTestId("user-unseen");
    expect(unseen.textContent).toContain("ada@example.com was created");
    expect(within(shown).getByText("Couldn’t load the users")).toBeTruthy();
    expect(within(shown).queryByTestId("user-missing")).toBeNull();
  });

  test("an address that a user has leads to that user", async () => {
    refuse("authCreateUser", { code: "exists", message: "A user with this address already exists" });
    const { user, form } = await createAda();
    await user.click(await within(form).findByRole("button", { name: "Show users" }));
    expect(await within(await card("Users")).findByText("ada@example.com")).toBeTruthy();
  });

  test("a refusal keeps what was typed, and a lost reply leads to the table", async () => {
    refuse("authCreateUser", { code: "maybeCreated", message: "The reply was lost" });
    const { user, form } = await createAda();
    expect((await within(form).findByRole("alert")).textContent).toContain("The user may have been created");
    expect(within(form).getByRole("textbox", { name: "Email" })).toHaveProperty("value", "ada@example.com");
    await user.click(within(form).getByRole("button", { name: "Show users" }));
    await waitFor(() => expect(callsOf("authUsers")).toHaveLength(1));
    expect(callsOf("authUsers")[0]?.request).toMatchObject({ search: "ada@example.com" });
  });
});

describe("SDK keys", () => {
  const make = async () => {
    const { user } = openWindow(PLACE);
    const keys = await card("SDK keys");
    await user.click(within(keys).getByRole("button", { name: "New SDK keys…" }));
    const form = await dialog("Create new SDK keys?");
    await user.click(within(form).getByRole("button", { name: "Create SDK keys" }));
    return { user, form, keys };
  };

  test("are made after an explanation and shown once", async () => {
    answer("authCreateKeys", () => sdkKeys());
    const { user } = await make();
    const shown = await dialog("SDK keys of shop-prod");
    expect(within(shown).getByTestId("secret-notice").textContent).toContain("doesn’t show it again");
    expect(callsOf("authCreateKeys")).toEqual([
      { accountId: "sandbox", projectId: ID, provider: "provider_one", branchId: null },
    ]);
    expect(within(shown).getByText("pck_public")).toBeTruthy();
    expect(within(shown).queryByRole("button", { name: "Test connection" })).toBeNull();
    expect(within(shown).queryByRole("button", { name: "Open psql" })).toBeNull();
    await user.click(within(shown).getByRole("button", { name: "Write to .env…" }));
    const env = await dialog("Write SDK keys to an env file");
    expect(within(env).queryByRole("textbox", { name: "Variable" })).toBeNull();
    await user.click(within(env).getByRole("button", { name: "Cancel" }));
    expect(await dialog("SDK keys of shop-prod")).toBeTruthy();
  });

  test("a reply without the secret says what to do", async () => {
    answer("authCreateKeys", () => sdkKeys({ oneTimeSecret: null }));
    const { form, user } = await make();
    expect(await within(form).findByText("The server key was lost")).toBeTruthy();
    answer("authCreateKeys", () => sdkKeys());
    await user.click(within(form).getByRole("button", { name: "Create them again" }));
    expect(await dialog("SDK keys of shop-prod")).toBeTruthy();
  });

  test("a lost reply says so", async () => {
    refuse("authCreateKeys", { code: "maybeCreated", message: "The reply was lost" });
    const { form } = await make();
    expect((await within(form).findByRole("alert")).textContent).toContain(
      "The reply with the keys was lost",
    );
    expect(within(form).getByRole("button", { name: "Create them again" })).toBeTruthy();
  });
});

describe("domains", () => {
  test("are added by their origin, refused when they cannot be, and removed", async () => {
    let domains = ["https://old.example.com"];
    answer("authDomains", () => domains);
    answer("authAddDomain", ({ domain }) => {
      domains = [...domains, domain];
      return null;
    });
    answer("authDeleteDomains", () => {
      domains = domains.slice(1);
      return null;
    });
    const { user } = openWindow(page("domains"));
    const shown = await card("Domains");
    await user.click(within(shown).getByRole("button", { name: "Add domain…" }));
    const form = await dialog("Add domain");
    const field = within(form).getByRole("textbox", { name: "Domain" });
    await user.type(field, "https://old.example.com");
    expect(within(form).getByText("This domain is already in the list.")).toBeTruthy();
    await retype(user, field, "https://New.example.com/path");
    await user.click(within(form).getByRole("button", { name: "Add domain" }));
    expect(within(form).getByText(/Use only scheme, host and port/)).toBeTruthy();
    await retype(user, field, "https://New.example.com/");
    await user.click(within(form).getByRole("button", { name: "Add domain" }));
    expect(await within(shown).findByText("https://new.example.com")).toBeTruthy();
    await user.click(within(shown).getByRole("button", { name: "Actions for https://old.example.com" }));
    await user.click(await screen.findByRole("menuitem", { name: /^Remove domain…/ }));
    const opened = await dialog("Remove this domain?");
    await user.click(within(opened).getByRole("button", { name: "Remove domain" }));
    await waitFor(() => expect(within(shown).queryByText("https://old.example.com")).toBeNull());
    expect(callsOf("authDeleteDomains")).toEqual([
      {
        accountId: "sandbox",
        projectId: ID,
        provider: "provider_one",
        domains: ["https://old.example.com"],
        branchId: null,
      },
    ]);
  });
});

describe("the transfer", () => {
  const link = {
    oneTimeSecret: oneTimeSecret("secret-link", "Transfer", [form("transferLink", "Link")]),
    target: { host: "auth.example.com", known: false },
  };

  const transfer = async () => {
    const { user } = openWindow(page("ownership"));
    const ownership = await card("Ownership");
    await user.click(within(ownership).getByRole("button", { name: "Transfer ownership…" }));
    return { user, ownership, opened: await dialog("Transfer ownership") };
  };

  test("says why there is no link when the account is locked meanwhile", async () => {
    const { user, opened } = await transfer();
    answer("accountList", () => [views.account({ isReadOnly: true })]);
    publish({ kind: "accountsChanged" });
    expect(await within(opened).findByText(/read-only/)).toBeTruthy();
    await user.click(within(opened).getByRole("button", { name: "Get link" }));
    expect(commandsCalled()).not.toContain("authTransfer");
  });

  test("explains, shows the host, opens the browser and waits for another owner", async () => {
    answer("authTransfer", () => link);
    answer("authTransferOpen", () => null);
    answer("connectCopy", () => 45);
    const { user, ownership, opened } = await transfer();
    expect(within(ownership).getByText("The platform, on your behalf")).toBeTruthy();
    expect(within(opened).getByText(/manage the auth project from both dashboards/)).toBeTruthy();
    expect(commandsCalled()).not.toContain("authTransfer");
    await user.click(within(opened).getByRole("button", { name: "Get link" }));
    expect((await within(opened).findByTestId("transfer-host")).textContent).toBe("auth.example.com");
    expect(commandsCalled()).not.toContain("authTransferOpen");
    await user.click(within(opened).getByRole("button", { name: "Copy Link" }));
    expect(callsOf("connectCopy")).toEqual([
      { source: { kind: "oneTimeSecret", id: "secret-link" }, form: "transferLink" },
    ]);
    await user.click(within(opened).getByRole("button", { name: "Open in browser" }));
    expect(await within(opened).findByTestId("transfer-waiting")).toBeTruthy();
    expect(callsOf("authTransferOpen")).toEqual([
      { accountId: "sandbox", projectId: ID, secretId: "secret-link", host: "auth.example.com" },
    ]);
    answer("authIntegrations", () => [views.integration({ ownedBy: "user", transferStatus: "finished" })]);
    publish({ kind: "authChanged", accountId: "sandbox", projectId: ID });
    expect(await within(opened).findByTestId("transfer-done")).toBeTruthy();
    await user.click(within(opened).getByText("Close"));
    await waitFor(() => expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-link" }]));
    expect(within(ownership).getByText(/Your own account/)).toBeTruthy();
    await user.click(within(ownership).getByRole("button", { name: "Transfer ownership…" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("one that waits is shown on the tab, and a link that is refused says why", async () => {
    answer("authIntegrations", () => [views.integration({ transferStatus: "initiated" })]);
    refuse("authTransfer", { code: "invalid", message: "Only https links are opened" });
    const { user, ownership, opened } = await transfer();
    expect(await within(ownership).findByTestId("transfer-waits")).toBeTruthy();
    await user.click(within(opened).getByRole("button", { name: "Get link" }));
    expect((await within(opened).findByRole("alert")).textContent).toContain("Only https links are opened");
  });
});

describe("the removal", () => {
  const open = async () => {
    const { user, router } = openWindow(page("ownership"));
    await user.click(within(await card("Remove auth")).getByRole("button", { name: "Remove auth…" }));
    return { user, router, opened: await dialog("Remove auth from shop-prod?") };
  };

  test("keeps the users unless they are chosen to go, and leads back to the beginning", async () => {
    answer("authRemove", () => null);
    const { user, router, opened } = await open();
    expect(within(opened).getByText("Sandbox / shop-prod / auth with provider_one")).toBeTruthy();
    answer("authIntegrations", () => []);
    await user.click(within(opened).getByRole("button", { name: "Remove auth" }));
    expect(await card("Auth")).toBeTruthy();
    expect(router.current()).toEqual(PLACE);
    expect(callsOf("authRemove")).toEqual([
      { accountId: "sandbox", projectId: ID, provider: "provider_one", deleteData: false, branchId: null },
    ]);
  });

  test("asks for the typed name where the users go with it", async () => {
    answer("authRemove", () => null);
    const { user, opened } = await open();
    await user.click(within(opened).getByRole("radio", { name: /Delete them/ }));
    const submit = within(opened).getByRole("button", { name: "Remove auth and users" });
    expect(submit).toHaveProperty("disabled", true);
    await user.type(within(opened).getByRole("textbox", { name: /Type shop-prod/ }), "shop-prod");
    await user.click(submit);
    await waitFor(() =>
      expect(callsOf("authRemove")).toEqual([
        { accountId: "sandbox", projectId: ID, provider: "provider_one", deleteData: true, branchId: null },
      ]),
    );
  });

  test("of a production account asks for the typed name in any case", async () => {
    answer("accountList", () => [views.account({ isProduction: true })]);
    const { opened } = await open();
    expect(within(opened).getByRole("textbox", { name: /Type shop-prod/ })).toBeTruthy();
  });

  test("that is refused says why and keeps the choice", async () => {
    refuse("authRemove", { code: "platform", message: "The project is busy" });
    const { user, opened } = await open();
    await user.click(within(opened).getByRole("button", { name: "Remove auth" }));
    expect((await within(opened).findByRole("alert")).textContent).toContain("The project is busy");
  });
});
