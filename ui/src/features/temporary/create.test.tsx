import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { TemporaryView } from "@/ipc/generated";
import { answer, callsOf, commandsCalled, publish, refuse } from "@/test/backend";
import { deferred } from "@/test/interactions";
import { failure, keychain, options, row, sandbox, services, settings } from "@/test/views";
import { openWindow } from "@/test/window";

const ROW = { kind: "temporary", id: "row-1" };

const newButton = async () => (await screen.findAllByRole("button", { name: "New temporary database" }))[0];

async function pressNew(user: ReturnType<typeof openWindow>["user"], how: "click" | "dblClick" = "click") {
  const button = await newButton();
  if (button) await user[how](button);
}

test("a double click sends one request, with the last options and an explicit place", async () => {
  const { promise, resolve: made } = deferred<TemporaryView>();
  answer("temporaryCreate", () => promise);
  const { user, router } = openWindow();
  await pressNew(user, "dblClick");
  await waitFor(() => expect(callsOf("temporaryCreate")).toHaveLength(1));
  await pressNew(user);

  answer("temporaryList", () => ({ items: [row()] }));
  made(row());
  await waitFor(() => expect(router.current()).toEqual({ screen: "temporary", id: "row-1" }));
  expect(callsOf("temporaryCreate")).toEqual([
    { options: options({ place: { kind: "account", accountId: "sandbox" } }) },
  ]);
  expect(await screen.findByRole("heading", { name: "quiet-harbour" })).toBeTruthy();
});

test("the connection string is on the clipboard with the click that makes the database", async () => {
  answer("temporaryCreate", () => row());
  answer("temporaryList", () => ({ items: [row()] }));
  const { user } = openWindow();
  await pressNew(user);
  expect(await screen.findByText("quiet-harbour is ready")).toBeTruthy();
  expect(screen.getByText("Connection string copied. Clears in 45 s.")).toBeTruthy();
  expect(callsOf("connectCopy")).toEqual([{ source: ROW, form: "pooled" }]);
});

test("a string that could not be copied leaves the database shown, with why and with Copy", async () => {
  answer("temporaryCreate", () => row());
  answer("temporaryList", () => ({ items: [row()] }));
  refuse("connectCopy", { code: "internal", message: "Could not copy to the clipboard" });
  const { user, router } = openWindow();
  await pressNew(user);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Couldn’t copy");
  expect(router.current()).toEqual({ screen: "temporary", id: "row-1" });
});

test("a stopped sandbox is started first", async () => {
  answer("sandboxState", () => sandbox({ status: "stopped", running: null }));
  answer("sandboxStart", () => sandbox());
  answer("temporaryCreate", () => row());
  const { user } = openWindow();
  await pressNew(user);
  await waitFor(() => expect(callsOf("temporaryCreate")).toHaveLength(1));
  const order = commandsCalled();
  expect(order.indexOf("sandboxStart")).toBeLessThan(order.indexOf("temporaryCreate"));
});

test("a hosted platform is never asked unless it was chosen", async () => {
  answer("instantServiceList", () => services().filter((service) => service.kind === "neon"));
  const { user } = openWindow();
  await pressNew(user);
  expect(await screen.findByRole("dialog", { name: "New temporary database" })).toBeTruthy();
  expect(callsOf("temporaryCreate")).toEqual([]);
});

test("without a keychain nothing is created until the person chooses", async () => {
  answer("keychainState", () => keychain({ status: "locked", message: "The login keyring is locked" }));
  answer("keychainUseMemory", () => keychain({ kind: "memory", status: "locked" }));
  answer("temporaryCreate", () => row());
  const { user } = openWindow();
  expect((await screen.findByTestId("keychain-banner")).textContent).toContain("The keychain is locked");
  await pressNew(user);
  const memory = await screen.findByRole("button", { name: "Keep secrets in memory until I quit" });
  expect(callsOf("temporaryCreate")).toEqual([]);

  await user.click(memory);
  await waitFor(() => expect(callsOf("temporaryCreate")).toHaveLength(1));
  expect(commandsCalled().indexOf("keychainUseMemory")).toBeLessThan(
    commandsCalled().indexOf("temporaryCreate"),
  );
});

test("a refusal stays readable above the list until it is dismissed", async () => {
  refuse("temporaryCreate", { code: "offline", message: "neon.new cannot be reached", requestId: "req-7" });
  const { user } = openWindow();
  await pressNew(user);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Couldn’t create the database");
  expect(alert.textContent).toContain("neon.new cannot be reached");
  expect(alert.textContent).toContain("req-7");
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a refused create is asked for again as it was, or at another place", async () => {
  refuse("temporaryCreate", { code: "offline", message: "neon.new cannot be reached" });
  const { user, router } = openWindow();
  await pressNew(user);
  const alert = await screen.findByRole("alert");
  await user.click(within(alert).getByRole("button", { name: "Choose another location…" }));
  const dialog = await screen.findByRole("dialog", { name: "New temporary database" });
  await user.click(within(dialog).getByRole("button", { name: "Close" }));

  answer("temporaryCreate", () => row());
  answer("temporaryList", () => ({ items: [row()] }));
  // What was tried is tried again, whatever was kept as the last options meanwhile.
  answer("settingsGet", () => settings({ temporary: options({ reference: "other" }) }));
  publish({ kind: "settingsChanged" });
  await user.click(within(await screen.findByRole("alert")).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(router.current()).toEqual({ screen: "temporary", id: "row-1" }));
  const [first, second] = callsOf("temporaryCreate");
  expect(second).toEqual(first);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what another place refused is made in the sandbox by a click", async () => {
  refuse("temporaryCreate", { code: "offline", message: "neon.new cannot be reached" });
  answer("settingsGet", () =>
    settings({ temporary: options({ place: { kind: "neon" }, reference: "mine" }) }),
  );
  const { user, router } = openWindow();
  await pressNew(user);
  const alert = await screen.findByRole("alert");
  answer("temporaryCreate", () => row());
  answer("temporaryList", () => ({ items: [row()] }));
  await user.click(within(alert).getByRole("button", { name: "Create in the sandbox" }));
  await waitFor(() => expect(router.current()).toEqual({ screen: "temporary", id: "row-1" }));
  expect(callsOf("temporaryCreate").at(-1)).toEqual({
    options: options({ place: { kind: "account", accountId: "sandbox" }, reference: "mine" }),
  });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what the sandbox itself refused is not offered there once more", async () => {
  refuse("temporaryCreate", { code: "platform", message: "The disk is full" });
  const { user } = openWindow();
  await pressNew(user);
  const alert = within(await screen.findByRole("alert"));
  expect(alert.getByRole("button", { name: "Try again" })).toBeTruthy();
  expect(alert.queryByRole("button", { name: "Create in the sandbox" })).toBeNull();
});

const notMade = (changes: Partial<TemporaryView> = {}) =>
  row({
    id: "row-0",
    accountId: null,
    serviceKind: "neon",
    serviceLabel: "neon.new",
    state: "failed",
    reference: "mine",
    logicalReplication: true,
    expiresAt: null,
    endpoint: null,
    checkError: failure({ code: "platform", message: "It refused" }),
    ...changes,
  });

/** `left`: the rows that the next create leaves. */
async function tryAgain(failed: TemporaryView, left: readonly TemporaryView[] = []) {
  const more = () => (callsOf("temporaryCreate").length > 0 ? left : []);
  answer("temporaryList", () => ({ items: [...more(), failed] }));
  answer("temporaryForget", () => null);
  const opened = openWindow({ screen: "temporary", id: "row-0" });
  const alert = await screen.findByRole("alert");
  expect(within(alert).getByRole("button", { name: "Choose another location…" })).toBeTruthy();
  await opened.user.click(within(alert).getByRole("button", { name: "Try again" }));
  return opened;
}

test("a row that was not made is asked for again at its place, and goes", async () => {
  // The files of the last create were chosen for that one alone.
  const last = options({ envPath: "/code/app", seedPath: "/code/drop.sql" });
  answer("settingsGet", () => settings({ temporary: last }));
  answer("temporaryCreate", () => row());
  const { router } = await tryAgain(notMade());
  await waitFor(() => expect(router.current()).toEqual({ screen: "temporary", id: "row-1" }));
  expect(callsOf("temporaryCreate")).toEqual([
    { options: options({ place: { kind: "neon" }, reference: "mine", logicalReplication: true }) },
  ]);
  await waitFor(() => expect(callsOf("temporaryForget")).toEqual([{ id: "row-0" }]));
});

test("a row that another place did not make is made in the sandbox, and goes", async () => {
  answer("temporaryList", () => ({ items: [notMade()] }));
  answer("temporaryForget", () => null);
  answer("temporaryCreate", () => row());
  const { user, router } = openWindow({ screen: "temporary", id: "row-0" });
  const alert = within(await screen.findByRole("alert"));
  await user.click(alert.getByRole("button", { name: "Create in the sandbox" }));
  await waitFor(() => expect(router.current()).toEqual({ screen: "temporary", id: "row-1" }));
  expect(callsOf("temporaryCreate")).toMatchObject([
    { options: { place: { kind: "account", accountId: "sandbox" }, reference: "mine" } },
  ]);
  await waitFor(() => expect(callsOf("temporaryForget")).toEqual([{ id: "row-0" }]));
});

test("a row that was not made stays while nothing was asked for in its place", async () => {
  answer("keychainState", () => keychain({ status: "locked", message: "The login keyring is locked" }));
  await tryAgain(notMade());
  await screen.findByRole("button", { name: "Keep secrets in memory until I quit" });
  expect(callsOf("temporaryCreate")).toEqual([]);
  expect(callsOf("temporaryForget")).toEqual([]);
});

test.each([
  ["stays when nothing left this machine", [], []],
  ["goes when another row tells the refusal", [notMade({ id: "row-1" })], [{ id: "row-0" }]],
] as const)("refused again, a row that was not made %s", async (_what, left, forgotten) => {
  refuse("temporaryCreate", { code: "offline", message: "neon.new cannot be reached" });
  await tryAgain(notMade(), left);
  expect(await screen.findByText("neon.new cannot be reached.")).toBeTruthy();
  await waitFor(() => expect(callsOf("temporaryList").length).toBeGreaterThan(1));
  await waitFor(() => expect(callsOf("temporaryForget")).toEqual(forgotten));
});

test("a row of an address that was typed is never asked for at the last address: the options ask where", async () => {
  const service = { kind: "custom", address: "https://staging.example.com" } as const;
  answer("settingsGet", () => settings({ temporary: options({ place: service }) }));
  await tryAgain(notMade({ serviceKind: "custom", serviceLabel: "instant.example.com" }));
  expect(await screen.findByRole("dialog", { name: "New temporary database" })).toBeTruthy();
  expect(callsOf("temporaryCreate")).toEqual([]);
  expect(callsOf("temporaryForget")).toEqual([]);
});

test("a lost reply is not called a database that was not created", async () => {
  refuse("temporaryCreate", { code: "maybeCreated", message: "The reply was lost" });
  const { user } = openWindow();
  await pressNew(user);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Result unknown");
  expect(alert.textContent).not.toContain("Couldn’t create");
});

test.each([
  ["settingsGet", "The settings file could not be read"],
  ["instantServiceList", "The list of places could not be read"],
  ["keychainState", "The keychain could not be asked"],
  ["sandboxState", "The sandbox could not be asked"],
] as const)("New says so when %s is refused", async (command, message) => {
  refuse(command, { code: "file", message });
  const { user } = openWindow();
  await pressNew(user);
  const failure = await screen.findByText("Couldn’t create the database");
  expect(failure.closest("[role=alert]")?.textContent).toContain(message);
  expect(callsOf("temporaryCreate")).toEqual([]);
});

test("a sandbox that offers no place fails here, and nothing is sent without a place", async () => {
  const hosted = () => services().filter((service) => service.kind === "neon");
  answer("sandboxState", () => sandbox({ status: "stopped", running: null }));
  answer("sandboxStart", () => {
    answer("instantServiceList", hosted);
    return sandbox();
  });
  const { user } = openWindow();
  await pressNew(user);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The sandbox isn’t ready for databases");
  expect(callsOf("sandboxStart")).toHaveLength(1);
  expect(callsOf("temporaryCreate")).toEqual([]);
});

test("a create that waited for the keychain and is refused elsewhere is shown there", async () => {
  answer("keychainState", () => keychain({ status: "locked", message: "The login keyring is locked" }));
  answer("keychainUseMemory", () => keychain({ kind: "memory", status: "locked" }));
  refuse("temporaryCreate", { code: "offline", message: "neon.new cannot be reached" });
  const { user, router, onFailure } = openWindow();
  await pressNew(user);
  const memory = await screen.findByRole("button", { name: "Keep secrets in memory until I quit" });
  act(() => router.go({ screen: "settings" }));
  await user.click(memory);
  await waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1));
  expect(onFailure.mock.lastCall).toMatchObject([
    { id: "temporary.new" },
    { message: "neon.new cannot be reached" },
  ]);
});

test("the env file that was kept in the options is offered, not written", async () => {
  answer("settingsGet", () => settings({ temporary: options({ envPath: "/code/app" }) }));
  answer("temporaryCreate", () => row());
  answer("temporaryList", () => ({ items: [row()] }));
  refuse("envPreview", { code: "file", message: "Not readable" });
  const { user } = openWindow();
  await pressNew(user);
  const offer = within(await screen.findByTestId("env-offer"));
  expect(offer.getByText("Write the connection string to /code/app?")).toBeTruthy();
  expect(screen.queryByRole("dialog", { name: /Write/ })).toBeNull();
  await user.click(offer.getByRole("button", { name: "Review change…" }));
  expect(await screen.findByRole("dialog", { name: /Write quiet-harbour to an env file/ })).toBeTruthy();
  await waitFor(() => expect(callsOf("envPreview")).toMatchObject([{ args: { path: "/code/app" } }]));
  expect(callsOf("envWrite")).toEqual([]);
});

test("an env file that is not wanted now is not offered again", async () => {
  answer("settingsGet", () => settings({ temporary: options({ envPath: "/code/app" }) }));
  answer("temporaryCreate", () => row());
  answer("temporaryList", () => ({ items: [row()] }));
  const { user } = openWindow();
  await pressNew(user);
  const offer = within(await screen.findByTestId("env-offer"));
  await user.click(offer.getByRole("button", { name: "Not now" }));
  expect(screen.queryByTestId("env-offer")).toBeNull();
});

test("who has gone elsewhere is not fetched back when the database is ready", async () => {
  const { promise, resolve: made } = deferred<TemporaryView>();
  answer("temporaryCreate", () => promise);
  const { user, router } = openWindow();
  await pressNew(user);
  await waitFor(() => expect(callsOf("temporaryCreate")).toHaveLength(1));
  await user.click(screen.getByRole("link", { name: "Settings" }));
  made(row());
  expect(await screen.findByText("quiet-harbour is ready")).toBeTruthy();
  expect(router.current()).toEqual({ screen: "settings" });
  // Nor is what they have copied since taken off the clipboard, unless they say so.
  expect(callsOf("connectCopy")).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Copy connection string" }));
  await waitFor(() => expect(callsOf("connectCopy")).toEqual([{ source: ROW, form: "pooled" }]));
});
