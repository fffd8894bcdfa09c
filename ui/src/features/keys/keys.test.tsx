import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { KeyRowView } from "@/ipc/generated";
import type { Route } from "@/kit/route/route";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

const KEYS: Route = { screen: "keys" };
const ACME = { id: "org-acme-1", name: "Acme", plan: null, createdAt: null };
const laptop = views.keyRow(
  { id: "7", name: "laptop", lastUsedFrom: "10.0.0.7" },
  { usedBy: [{ accountId: "shop", name: "Shop", isSure: true }] },
);
const old = views.keyRow(
  { id: "8", name: "old build", createdAt: views.inHours(-24 * 120), lastUsedAt: null, lastUsedFrom: null },
  { isUnused: true },
);
const fresh = views.keyRow({ id: "9", name: "fresh", lastUsedAt: null, lastUsedFrom: null });

let lists: Record<string, KeyRowView[]>;

beforeEach(() => {
  lists = { "": [laptop, old, fresh], [ACME.id]: [views.keyRow({ id: "20", name: "builds" })] };
  answer("organizationList", () => [ACME]);
  answer("keyList", ({ organizationId: organization }) => lists[organization ?? ""] ?? []);
  answer("keyRevoke", ({ keyId: id }) => ({
    key: views.keyRow({ id }).key,
    revoked: true,
  }));
});

const table = (name = "Personal API keys") => screen.findByRole("grid", { name });
const rows = async () => within(await table()).findAllByTestId("key-row");
const names = async () => (await rows()).map((row) => row.title);

describe("the list", () => {
  test("tells when and from where, who uses a key, which was never used, and how many there are", async () => {
    openWindow(KEYS);
    expect(await names()).toEqual(["fresh", "laptop", "old build"]);
    const grid = await table();
    expect(within(grid).getByText("from 10.0.0.7")).toBeTruthy();
    expect(within(grid).getByText("Used by Shop")).toBeTruthy();
    expect(within(grid).getByText("Never used, 120 days old")).toBeTruthy();
    expect(screen.getByText("3 keys")).toBeTruthy();
    expect(callsOf("keyList")).toEqual([{ accountId: "sandbox", organizationId: null }]);
  });

  test("is filtered by what a person knows of a key, and sorted by its columns", async () => {
    const { user } = openWindow(KEYS);
    await rows();
    await user.type(screen.getByRole("textbox", { name: "Filter keys" }), "10.0.0");
    await waitFor(async () => expect(await names()).toEqual(["laptop"]));
    expect(screen.getByText(/^1 of \d+ keys$/)).toBeTruthy();
    await user.clear(screen.getByRole("textbox", { name: "Filter keys" }));
    await user.click(screen.getByRole("button", { name: /^Last used/ }));
    await waitFor(async () => expect((await names())[0]).toBe("laptop"));
    await user.type(screen.getByRole("textbox", { name: "Filter keys" }), "nothing such");
    expect(await screen.findByText("No matches for “nothing such”")).toBeTruthy();
  });

  test("of each organization is a click away, with what each of its keys opens", async () => {
    lists[ACME.id] = [
      views.keyRow({ id: "20", name: "builds" }),
      views.keyRow({ id: "21", name: "one", projectId: "shop-prod-12345678" }),
    ];
    answer("projectCached", () => views.kept([views.project()], -1));
    const { user, router } = openWindow(KEYS);
    await user.click(await screen.findByRole("link", { name: "Acme organization" }));
    const grid = await table("API keys of Acme");
    expect(within(grid).getByText("All projects")).toBeTruthy();
    expect(await within(grid).findByText("shop-prod")).toBeTruthy();
    expect(router.current()).toEqual({ screen: "keys", tab: ACME.id });
    expect(callsOf("keyList")).toContainEqual({ accountId: "sandbox", organizationId: ACME.id });
  });

  test("near the recommended number it warns", async () => {
    lists[""] = Array.from({ length: 9_500 }, (_, index) =>
      views.keyRow({ id: `${index}`, name: `k${index}` }),
    );
    openWindow(KEYS);
    expect(await screen.findByText("9,500 keys")).toBeTruthy();
    expect(screen.getByText(/close to the recommended limit of 10,000 keys/)).toBeTruthy();
    expect((await rows()).length).toBeLessThan(100);
  });

  test("without a key says what they are for and makes the first", async () => {
    lists[""] = [];
    const { user } = openWindow(KEYS);
    expect(await screen.findByText("No API keys yet")).toBeTruthy();
    const [first] = screen.getAllByRole("button", { name: "New API key…" });
    if (first) await user.click(first);
    expect(await screen.findByRole("dialog", { name: "New API key" })).toBeTruthy();
  });

  test("that cannot be read says why and is read again; what was read stays with its age", async () => {
    refuse("keyList", { code: "offline", message: "The platform is not reachable", requestId: "req-1" });
    const { user } = openWindow(KEYS);
    expect(await screen.findByText("Couldn’t load the keys")).toBeTruthy();
    answer("keyList", () => lists[""] ?? []);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await rows();
    refuse("keyList", { code: "offline", message: "The platform is not reachable" });
    act(() => publish({ kind: "keysChanged", accountId: "sandbox" }));
    expect(await screen.findByText(/The platform is not reachable\. Shown as of/)).toBeTruthy();
    expect(await names()).toHaveLength(3);
  });

  test("of organizations that could not be read leaves one's own keys usable", async () => {
    refuse("organizationList", { code: "timeout", message: "No answer in time" });
    openWindow(KEYS);
    expect(await screen.findByText("Couldn’t load the organizations")).toBeTruthy();
    expect(await rows()).toHaveLength(3);
  });

  test("an event that keys changed reads them again", async () => {
    openWindow(KEYS);
    await rows();
    lists[""] = [fresh];
    act(() => publish({ kind: "keysChanged", accountId: "sandbox" }));
    await waitFor(async () => expect(await names()).toEqual(["fresh"]));
  });
});

describe("an account's own key", () => {
  test("of an organization shows that one's keys alone, and makes and revokes none", async () => {
    answer("accountList", () => [views.account({ keyKind: "organization", owner: "Acme" })]);
    const { user } = openWindow(KEYS);
    const grid = await table("API keys of Acme");
    expect(screen.queryByRole("link", { name: "Personal" })).toBeNull();
    expect(callsOf("keyList")).toEqual([{ accountId: "sandbox", organizationId: ACME.id }]);
    expect(screen.getByText(/can’t create or\s*revoke any/)).toBeTruthy();
    const make = screen.getByRole("button", { name: "New API key…" });
    expect(make.getAttribute("aria-disabled")).toBe("true");
    await user.click(within(grid).getByRole("button", { name: "Actions for builds" }));
    const revoke = await screen.findByRole("menuitem", { name: /^Revoke…/ });
    expect(revoke.getAttribute("aria-disabled")).toBe("true");
  });

  test("of one project asks for nothing and says what it cannot", async () => {
    answer("accountList", () => [views.account({ keyKind: "project" })]);
    openWindow(KEYS);
    expect(await screen.findByText("A project key can’t list API keys")).toBeTruthy();
    expect(callsOf("keyList")).toEqual([]);
    expect(callsOf("organizationList")).toEqual([]);
  });

  test("locked against changes says so where a key would be made", async () => {
    answer("accountList", () => [views.account({ isReadOnly: true })]);
    const { user, router } = openWindow(KEYS);
    await rows();
    await user.click(screen.getByRole("button", { name: "New API key…" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(router.current()).toEqual(KEYS);
  });
});

describe("revoking", () => {
  async function openRevoke(name: string) {
    const window = openWindow(KEYS);
    await rows();
    await window.user.click(screen.getByRole("button", { name: `Actions for ${name}` }));
    await window.user.click(await screen.findByRole("menuitem", { name: /^Revoke…/ }));
    return { ...window, dialog: await screen.findByRole("dialog", { name: `Revoke ${name}?` }) };
  }

  test("is final, so the name is typed, and is sent once", async () => {
    const { user } = await openRevoke("fresh");
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Revoke fresh" });
    expect(button.disabled).toBe(true);
    await user.type(screen.getByRole("textbox", { name: "Type fresh to confirm" }), "fresh");
    lists[""] = [laptop, old];
    await user.dblClick(button);
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Revoke/ })).toBeNull());
    expect(callsOf("keyRevoke")).toEqual([{ accountId: "sandbox", organizationId: null, keyId: "9" }]);
    expect(await names()).toEqual(["laptop", "old build"]);
  });

  test("a key that this app works with warns, and rotating is offered instead", async () => {
    answer("rotationPlan", () => ({
      accountId: "shop",
      kind: "personal" as const,
      byAccountId: "shop",
      candidates: [laptop],
      name: "laptop 2",
      problem: null,
    }));
    const { user } = await openRevoke("laptop");
    expect(screen.getByTestId("used-here").textContent).toContain("It is the key of Shop");
    await user.click(screen.getByRole("button", { name: "Rotate the key of Shop instead…" }));
    expect(await screen.findByRole("dialog", { name: /^Rotate the key of/ })).toBeTruthy();
    expect(callsOf("keyRevoke")).toEqual([]);
    // What closes gives the focus back a moment later, which must not be in the middle of the next test.
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("one that was revoked meanwhile says so and reads the list again", async () => {
    refuse("keyRevoke", { code: "notFound", message: "The key fresh is not there any more" });
    const { user } = await openRevoke("fresh");
    const field = screen.getByRole("textbox", { name: "Type fresh to confirm" });
    fireEvent.change(field, { target: { value: "fresh" } });
    const asked = callsOf("keyList").length;
    const revoke = screen.getByRole<HTMLButtonElement>("button", { name: "Revoke fresh" });
    await waitFor(() => expect(revoke.disabled).toBe(false));
    await user.click(revoke);
    await waitFor(() => expect(callsOf("keyRevoke")).toHaveLength(1));
    expect(await screen.findByText("fresh was already gone")).toBeTruthy();
    await waitFor(() => expect(callsOf("keyList").length).toBeGreaterThan(asked));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("an answer that does not say that it is revoked is not taken for one", async () => {
    answer("keyRevoke", () => ({ key: fresh.key, revoked: false }));
    const { user } = await openRevoke("fresh");
    await user.type(screen.getByRole("textbox", { name: "Type fresh to confirm" }), "fresh");
    await user.click(screen.getByRole("button", { name: "Revoke fresh" }));
    expect(await screen.findByText("The platform didn’t confirm the revocation")).toBeTruthy();
    expect(screen.getByRole("dialog")).toBeTruthy();
  });

  test("the unused ones are ticked and planned, and begun after their number was typed", async () => {
    answer("bulkPlan", ({ request }) => ({
      verb: request.verb,
      items: [{ itemId: "8", name: "old build", state: "waiting" as const, error: null }],
      requests: 2,
      seconds: 1,
      warnings: ["Revoked keys stop working at once.", "This can't be undone."],
    }));
    answer("bulkStart", ({ request }) => ({
      id: "bulk-1",
      accountId: "sandbox",
      verb: request.verb,
      projectId: null,
      state: "running" as const,
      problem: null,
      items: [{ itemId: "8", name: "old build", state: "running" as const, error: null }],
      startedAt: views.inHours(0),
    }));
    const { user } = openWindow(KEYS);
    await rows();
    await user.click(screen.getByRole("button", { name: "Revoke unused…" }));
    const request = {
      accountId: "sandbox",
      verb: "revokeKeys",
      itemIds: ["8"],
      organizationId: null,
      projectId: null,
      expiresAt: null,
    };
    expect(callsOf("bulkPlan")).toEqual([{ request }]);
    const dialog = await screen.findByRole("dialog", { name: "Revoke 1 key?" });
    expect(dialog.textContent?.match(/can’t be undone/g)).toHaveLength(1);
    await user.type(await screen.findByRole("textbox", { name: "Type 1 to confirm" }), "1");
    await user.click(screen.getByRole("button", { name: "Revoke 1 key" }));
    expect(await screen.findByRole("dialog", { name: "Revoking 1 key" })).toBeTruthy();
    expect(callsOf("bulkStart")).toEqual([{ request }]);
    await user.click(screen.getByRole("button", { name: "Run in background" }));
    expect((await screen.findByTestId("bulk-notice")).textContent).toContain("Revoking 1 key");
    expect(screen.getByText("1 selected")).toBeTruthy();
  });
});

test("several are planned in the order of the table, also those that the filter hides", async () => {
  answer("bulkPlan", ({ request: { verb } }) => ({ verb, items: [], requests: 0, seconds: 0, warnings: [] }));
  lists[""] = [old, laptop, fresh];
  const { user } = openWindow(KEYS);
  expect(await names()).toEqual(["fresh", "laptop", "old build"]);
  await user.click(screen.getByRole("checkbox", { name: "Select all rows" }));
  await user.type(screen.getByRole("textbox", { name: "Filter keys" }), "laptop");
  await waitFor(async () => expect(await names()).toEqual(["laptop"]));
  await user.click(screen.getByRole("button", { name: "Revoke 3 keys…" }));
  await waitFor(() =>
    expect(callsOf("bulkPlan")).toEqual([{ request: expect.objectContaining({ itemIds: ["9", "7", "8"] }) }]),
  );
});

describe("a project's keys", () => {
  const TAB: Route = { screen: "project", account: "sandbox", id: "shop-prod-12345678", tab: "keys" };

  test("are those that open it alone, and a new one is for it", async () => {
    answer("projectGet", () => views.project({ organizationId: ACME.id, organization: "Acme" }));
    lists[ACME.id] = [
      views.keyRow({ id: "20", name: "builds" }),
      views.keyRow({ id: "21", name: "one", projectId: "shop-prod-12345678" }),
    ];
    answer("keyCreate", ({ request }) => ({
      key: views.keyRow({ name: request.name }).key,
      oneTimeSecret: null,
    }));
    const { user } = openWindow(TAB);
    const grid = await table("API keys of shop-prod");
    expect(within(grid).getByText("one")).toBeTruthy();
    expect(within(grid).queryByText("builds")).toBeNull();
    expect(screen.getByText(/1 other key of Acme may also have access to this project/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "New key for this project…" }));
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "ci");
    await user.click(screen.getByRole("button", { name: "Create key" }));
    const request = { name: "ci", organizationId: ACME.id, projectId: "shop-prod-12345678" };
    await waitFor(() => expect(callsOf("keyCreate")).toEqual([{ accountId: "sandbox", request }]));
  });

  test("of a project without an organization are explained, with the way to those that open it", async () => {
    answer("projectGet", () => views.project());
    const { user, router } = openWindow(TAB);
    expect(await screen.findByText("shop-prod belongs to no organization")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show personal keys" }));
    expect(router.current()).toEqual(KEYS);
    expect(await rows()).toHaveLength(3);
  });
});
