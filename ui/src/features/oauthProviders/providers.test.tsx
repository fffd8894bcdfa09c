import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { UNKNOWN_SECRET } from "@/ipc/bridgeWords";
import type { OauthProviderView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { cacheText } from "@/test/cache";
import { choose, gone, pick, retype } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

const PLACE = onProject("auth", "providers");
const SECRET = "GOCSPX-open-sesame";

const provider = (changes: Partial<OauthProviderView> = {}): OauthProviderView => ({
  id: "google",
  isShared: true,
  clientId: null,
  microsoftTenantId: null,
  ...changes,
});

beforeEach(() => {
  answer("authIntegrations", () => [views.integration()]);
  answer("oauthList", () => [provider(), provider({ id: "github", isShared: false })]);
});

const section = () => screen.findByRole("region", { name: "OAuth providers" });
/** Takes an item of the menu of a provider's row. */
const take = async (user: UserEvent, name: string, item: RegExp) =>
  choose(user, await screen.findByRole("button", { name: `Actions for ${name}` }), item);
const row = async (name: string) => within(await section()).findByRole("row", { name: new RegExp(name) });
const submit = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

/** Opens the form for a new provider. */
async function adding() {
  const { user, ...rest } = openWindow(PLACE);
  await row("Google");
  await user.click(within(await section()).getByRole("button", { name: "Add provider…" }));
  const dialog = await screen.findByRole("dialog");
  const choose = (name: string) =>
    pick(user, within(dialog).getByRole("combobox", { name: "Provider" }), name);
  const own = () => user.click(within(dialog).getByRole("radio", { name: /Own/ }));
  return { user, dialog, pick: choose, own, ...rest };
}

describe("the list", () => {
  test("names the providers in words, and says of shared credentials that they are not for production", async () => {
    answer("oauthList", () => [
      provider(),
      provider({ id: "github", isShared: false, clientId: "8841-shop.example.apps" }),
    ]);
    const { user } = openWindow(PLACE);
    const google = await row("Google");
    expect(within(google).getByText("Shared, not for production")).toBeTruthy();
    const github = await row("GitHub");
    expect(within(github).getByText("Your own · client 8841-s….apps")).toBeTruthy();
    expect(within(github).queryByText(/not for production/)).toBeNull();
    const providers = await section();
    expect(within(providers).getByText(/^Google uses the platform’s shared credentials/)).toBeTruthy();
    await user.click(within(providers).getByRole("button", { name: "Use your own…" }));
    expect(await screen.findByRole("dialog", { name: "Own credentials for Google" })).toBeTruthy();
  });

  test("offers own credentials for each provider without them", async () => {
    answer("oauthList", () => [provider(), provider({ id: "github" })]);
    openWindow(PLACE);
    const providers = await section();
    expect(await within(providers).findByText(/^GitHub and Google use the platform’s/)).toBeTruthy();
    expect(within(providers).getByRole("button", { name: "Use your own for GitHub…" })).toBeTruthy();
    expect(within(providers).getByRole("button", { name: "Use your own for Google…" })).toBeTruthy();
  });

  test("says that the callback address is not reported, and gives the ID it is looked up by", async () => {
    openWindow(PLACE);
    const callback = await screen.findByRole("region", { name: "Callback address" });
    expect(within(callback).getByText(/The platform doesn’t report it/)).toBeTruthy();
    expect(within(callback).getByText("auth-project-1")).toBeTruthy();
    expect(within(callback).getByRole("button", { name: "Copy the provider’s project ID" })).toBeTruthy();
  });

  test("says what it is for while it is empty, with the first step", async () => {
    answer("oauthList", () => []);
    const { user } = openWindow(PLACE);
    expect(await screen.findByText("No OAuth providers yet")).toBeTruthy();
    // An app is registered with it before its credentials can be added.
    expect(screen.getByRole("region", { name: "Callback address" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Add provider…" }));
    expect(await screen.findByRole("dialog", { name: /Add an OAuth provider to shop-prod/ })).toBeTruthy();
  });

  test("that cannot be read says why, and a retry reads it", async () => {
    refuse("oauthList", { code: "offline", message: "api.example is not reachable", requestId: "req-7" });
    const { user } = openWindow(PLACE);
    const card = await section();
    expect(await within(card).findByText("Couldn’t load the OAuth providers")).toBeTruthy();
    expect(within(card).getByText(/req-7/)).toBeTruthy();
    answer("oauthList", () => [provider()]);
    await user.click(within(card).getByRole("button", { name: "Try again" }));
    expect(await row("Google")).toBeTruthy();
  });

  test("stays with its age when a later look fails", async () => {
    openWindow(PLACE);
    await row("Google");
    refuse("oauthList", { code: "timeout", message: "No answer came" });
    publish({ kind: "authChanged", accountId: "sandbox", projectId: ID });
    expect(await within(await section()).findByText(/Shown as of/)).toBeTruthy();
    expect(await row("Google")).toBeTruthy();
  });

  test("of a read-only account is shown, and every change says why not", async () => {
    answer("accountList", () => [views.account({ isReadOnly: true })]);
    const { user } = openWindow(PLACE);
    await row("Google");
    const own = within(await section()).getByRole("button", { name: "Use your own…" });
    expect(own.ariaDisabled).toBe("true");
    await user.click(own);
    await user.dblClick(await row("GitHub"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("a provider that nobody has a word for keeps its own", async () => {
    answer("oauthList", () => [provider({ id: "acme-sso", isShared: null })]);
    openWindow(PLACE);
    expect(within(await row("acme-sso")).getByText("Not reported")).toBeTruthy();
  });
});

describe("adding", () => {
  test("offers what the platform names and is not there, and sends no credentials for shared ones", async () => {
    answer("oauthAdd", ({ request }) => provider({ id: request.provider ?? "" }));
    const { user, dialog } = await adding();
    await user.click(within(dialog).getByRole("combobox", { name: "Provider" }));
    expect((await screen.findAllByRole("option")).map((each) => each.textContent)).toEqual([
      "Microsoft",
      "Other…",
    ]);
    await user.keyboard("{Escape}");
    await user.dblClick(submit("Add Microsoft"));
    await gone(dialog);
    expect(callsOf("oauthAdd")).toEqual([
      {
        accountId: "sandbox",
        projectId: ID,
        request: { provider: "microsoft", clientId: null, clientSecret: null, microsoftTenantId: null },
        branchId: null,
      },
    ]);
    expect(await row("Microsoft")).toBeTruthy();
  });

  test("with own credentials sends both halves and the tenant, and remembers the secret nowhere", async () => {
    answer("oauthAdd", () => provider({ id: "microsoft", isShared: false, clientId: "client-1" }));
    const { user, dialog, own, client } = await adding();
    await own();
    await user.type(within(dialog).getByLabelText("Client ID"), " client-1 ");
    await user.type(within(dialog).getByLabelText("Client secret"), SECRET);
    await user.type(within(dialog).getByLabelText(/Tenant ID/), "tenant-1");
    await user.click(submit("Add Microsoft"));
    await gone(dialog);
    expect(callsOf("oauthAdd").map(({ request }) => request)).toEqual([
      { provider: "microsoft", clientId: "client-1", clientSecret: SECRET, microsoftTenantId: "tenant-1" },
    ]);
    expect(cacheText(client)).not.toContain(SECRET);
  });

  test.each([
    ["Client ID", "client-1", "Client secret"],
    ["Client secret", SECRET, "Client ID"],
  ])("half a pair is refused in place and keeps what was typed: only %s", async (half, typed, other) => {
    const { user, dialog, own } = await adding();
    await own();
    const field = within(dialog).getByLabelText<HTMLInputElement>(half);
    await user.type(field, typed);
    await user.click(submit("Add Microsoft"));
    expect(await within(dialog).findByText(/Client ID and secret are both required/)).toBeTruthy();
    expect(within(dialog).getByLabelText(other).ariaInvalid).toBe("true");
    expect(field.value).toBe(typed);
    expect(callsOf("oauthAdd")).toEqual([]);
  });

  test("takes the id of another one, and refuses what cannot be one", async () => {
    answer("oauthAdd", ({ request }) => provider({ id: request.provider ?? "" }));
    const { user, dialog, pick } = await adding();
    await pick("Other…");
    await user.click(submit("Add provider"));
    expect(await within(dialog).findByText("Enter a provider ID.")).toBeTruthy();
    const field = within(dialog).getByLabelText("Provider ID");
    await user.type(field, "a/b");
    expect(await within(dialog).findByText(/spaces and slashes/)).toBeTruthy();
    await retype(user, field, "vercel");
    await user.click(submit("Add Vercel"));
    await waitFor(() => expect(callsOf("oauthAdd")).toHaveLength(1));
    expect(await row("Vercel")).toBeTruthy();
  });

  test("one that is there already is offered for a change, and nothing is sent", async () => {
    const { user, dialog, pick } = await adding();
    await pick("Other…");
    await user.type(within(dialog).getByLabelText("Provider ID"), "google");
    await user.click(submit("Add Google"));
    expect(callsOf("oauthAdd")).toEqual([]);
    await user.click(await within(dialog).findByRole("button", { name: "Use own credentials…" }));
    expect(await screen.findByRole("dialog", { name: "Own credentials for Google" })).toBeTruthy();
  });

  test("one that somebody else added meanwhile is offered after the refusal, and what was typed stays", async () => {
    refuse("oauthAdd", { code: "exists", message: "OAuth provider already exists" });
    const { user, dialog, own } = await adding();
    await own();
    const id = within(dialog).getByLabelText<HTMLInputElement>("Client ID");
    const secret = within(dialog).getByLabelText<HTMLInputElement>("Client secret");
    await user.type(id, "client-1");
    await user.type(secret, SECRET);
    answer("oauthList", () => [provider(), provider({ id: "microsoft" })]);
    await user.click(submit("Add Microsoft"));
    expect(await within(dialog).findByText(/OAuth provider already exists/)).toBeTruthy();
    expect(await within(dialog).findByRole("button", { name: "Use own credentials…" })).toBeTruthy();
    expect([id.value, secret.value]).toEqual(["client-1", SECRET]);
  });
});

describe("changing", () => {
  test("to own credentials needs both halves", async () => {
    answer("oauthUpdate", () => provider({ isShared: false }));
    const { user } = openWindow(PLACE);
    await take(user, "Google", /Use own credentials/);
    const dialog = await screen.findByRole("dialog", { name: "Own credentials for Google" });
    await user.type(within(dialog).getByLabelText("Client ID"), "client-1");
    await user.click(submit("Use own credentials"));
    expect(await within(dialog).findByText(/Client ID and secret are both required/)).toBeTruthy();
    expect(callsOf("oauthUpdate")).toEqual([]);
    await user.type(within(dialog).getByLabelText("Client secret"), SECRET);
    await user.click(submit("Use own credentials"));
    await gone(dialog);
    expect(callsOf("oauthUpdate")).toEqual([
      {
        accountId: "sandbox",
        projectId: ID,
        provider: "google",
        request: {
          clientId: "client-1",
          clientSecret: { kind: "set", secret: SECRET },
          microsoftTenantId: null,
        },
        branchId: null,
      },
    ]);
    expect(within(await row("Google")).getByText("Your own")).toBeTruthy();
  });

  test("own credentials leaves the secret alone when its field is empty", async () => {
    answer("oauthUpdate", () => provider({ id: "github", isShared: false }));
    const { user } = openWindow(PLACE);
    await take(user, "GitHub", /Change credentials/);
    const dialog = await screen.findByRole("dialog", { name: "Change credentials of GitHub" });
    expect(within(dialog).getByLabelText<HTMLInputElement>("Client secret").value).toBe("");
    await user.click(submit("Change credentials"));
    expect(await within(dialog).findByText(/Enter at least one new value/)).toBeTruthy();
    await user.type(within(dialog).getByLabelText("Client ID"), "client-2");
    await user.click(submit("Change credentials"));
    await gone(dialog);
    expect(callsOf("oauthUpdate").map(({ request }) => request)).toEqual([
      { clientId: "client-2", clientSecret: { kind: "keep" }, microsoftTenantId: null },
    ]);
  });

  test("is shown as text without the secret", async () => {
    const { user } = openWindow(PLACE);
    await take(user, "GitHub", /Change credentials/);
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Client ID"), "client-2");
    await user.type(within(dialog).getByLabelText("Client secret"), SECRET);
    await user.click(await within(dialog).findByRole("button", { name: "Copy as…" }));
    await waitFor(() =>
      expect(callsOf("callText").at(-1)?.call).toMatchObject({
        kind: "oauthUpdate",
        request: { clientId: "client-2", clientSecret: { kind: "set", secret: UNKNOWN_SECRET } },
      }),
    );
    expect(JSON.stringify(callsOf("callText"))).not.toContain(SECRET);
    expect(callsOf("oauthUpdate")).toEqual([]);
  });

  test.each(["••••••••", "********", "   ", "..."])("never sends a mask as a secret: %j", async (mask) => {
    const { user } = openWindow(PLACE);
    await take(user, "GitHub", /Change credentials/);
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Client ID"), "client-2");
    const field = within(dialog).getByLabelText<HTMLInputElement>("Client secret");
    await user.type(field, mask);
    await user.click(submit("Change credentials"));
    if (mask.trim() === "") {
      await waitFor(() => expect(callsOf("oauthUpdate")).toHaveLength(1));
      expect(callsOf("oauthUpdate")[0]?.request).toMatchObject({ clientSecret: { kind: "keep" } });
    } else {
      expect(await within(dialog).findByText(/masked. Paste the full secret/)).toBeTruthy();
      expect(field.value).toBe(mask);
      expect(callsOf("oauthUpdate")).toEqual([]);
    }
  });

  test("that is refused keeps what was typed", async () => {
    refuse("oauthUpdate", { code: "platform", message: "The client is not known", requestId: "req-3" });
    const { user } = openWindow(PLACE);
    await take(user, "GitHub", /Change credentials/);
    const dialog = await screen.findByRole("dialog");
    const field = within(dialog).getByLabelText<HTMLInputElement>("Client secret");
    await user.type(field, SECRET);
    await user.click(submit("Change credentials"));
    expect(await within(dialog).findByText(/The client is not known/)).toBeTruthy();
    expect(field.value).toBe(SECRET);
    answer("oauthUpdate", () => provider({ id: "github", isShared: false }));
    await user.click(submit("Change credentials"));
    await gone(dialog);
  });
});

describe("deleting", () => {
  const openDialog = async () => {
    const opened = openWindow(PLACE);
    await opened.user.click(await screen.findByRole("button", { name: "Actions for GitHub" }));
    await opened.user.click(await screen.findByRole("menuitem", { name: /^Delete…/ }));
    const dialog = await screen.findByRole("dialog", { name: "Delete GitHub?" });
    return { ...opened, dialog, confirm: within(dialog).getByRole("button", { name: "Delete GitHub" }) };
  };

  test("says what is lost, and is confirmed by the list without it", async () => {
    answer("oauthDelete", () => [provider()]);
    const { user, dialog, confirm } = await openDialog();
    expect(within(dialog).getByText("Sandbox / shop-prod / GitHub")).toBeTruthy();
    expect(within(dialog).getByText(/Users can no longer sign in with GitHub/)).toBeTruthy();
    expect(within(dialog).getByText(/deletes the credentials/)).toBeTruthy();
    await user.dblClick(confirm);
    await gone(dialog);
    expect(callsOf("oauthDelete")).toEqual([
      { accountId: "sandbox", projectId: ID, provider: "github", branchId: null },
    ]);
    expect(within(await section()).queryByText("GitHub")).toBeNull();
  });

  test("is not believed while the list still has it", async () => {
    answer("oauthDelete", () => [provider(), provider({ id: "github", isShared: false })]);
    const { user, dialog, confirm } = await openDialog();
    await user.click(confirm);
    expect(await within(dialog).findByText("GitHub still exists")).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(await row("GitHub")).toBeTruthy();
  });

  test("one that is gone already says so, and the list is read again", async () => {
    refuse("oauthDelete", { code: "notFound", message: "The OAuth provider is not there" });
    const { user, confirm } = await openDialog();
    answer("oauthList", () => [provider()]);
    await user.click(confirm);
    expect(await screen.findByText("GitHub was already gone")).toBeTruthy();
    await waitFor(() => expect(callsOf("oauthList").length).toBeGreaterThan(1));
  });

  test("of a production account asks for the provider's id", async () => {
    answer("accountList", () => [views.account({ isProduction: true })]);
    answer("oauthDelete", () => [provider()]);
    const { user, dialog, confirm } = await openDialog();
    expect(confirm).toHaveProperty("disabled", true);
    await user.type(within(dialog).getByLabelText("Type github to confirm"), "github");
    await user.click(confirm);
    await waitFor(() => expect(callsOf("oauthDelete")).toHaveLength(1));
  });
});

test("what is typed can be copied as text before it is sent, and never the secret", async () => {
  const { user, dialog, own } = await adding();
  expect(within(dialog).getByRole("button", { name: "Copy as…" })).toBeTruthy();
  await own();
  expect(within(dialog).queryByRole("button", { name: "Copy as…" })).toBeNull();
  await user.type(within(dialog).getByLabelText("Client ID"), "client-1");
  await user.type(within(dialog).getByLabelText("Client secret"), SECRET);
  await user.click(await within(dialog).findByRole("button", { name: "Copy as…" }));
  await waitFor(() =>
    expect(callsOf("callText").at(-1)).toEqual({
      call: {
        kind: "oauthAdd",
        accountId: "sandbox",
        projectId: ID,
        branchId: null,
        request: {
          provider: "microsoft",
          clientId: "client-1",
          clientSecret: UNKNOWN_SECRET,
          microsoftTenantId: null,
        },
      },
      psql: null,
    }),
  );
  expect(JSON.stringify(callsOf("callText"))).not.toContain(SECRET);
  expect(callsOf("oauthAdd")).toEqual([]);
});
