import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { TemporaryView } from "@/ipc/generated";
import { answer, callsOf, refuse } from "@/test/backend";
import { deferred, retype } from "@/test/interactions";
import { options, row, sandbox, services } from "@/test/views";
import { openWindow } from "@/test/window";

async function openOptions() {
  const view = openWindow();
  await view.user.click(await screen.findByRole("button", { name: "Options…" }));
  const dialog = await screen.findByRole("dialog", { name: "New temporary database" });
  return { ...view, dialog: within(dialog) };
}

test("what is wrong is said at its field, and what was typed stays", async () => {
  const { user, dialog } = await openOptions();
  await user.click(dialog.getByRole("radio", { name: /Custom address/ }));
  await user.type(dialog.getByRole("textbox", { name: "Address" }), "http://far.example.com");
  await retype(user, dialog.getByRole("textbox", { name: "Variable" }), "9LIVES");
  await user.click(dialog.getByRole("button", { name: "Create database" }));

  expect(dialog.getByText("Use https. http only works on this machine.")).toBeTruthy();
  expect(dialog.getByText("Use letters, digits and _. Don’t start with a digit.")).toBeTruthy();
  expect(dialog.getByRole("textbox", { name: "Address" })).toHaveProperty("value", "http://far.example.com");
  expect(dialog.getByRole("textbox", { name: "Variable" }).getAttribute("aria-invalid")).toBe("true");
  expect(callsOf("temporaryCreate")).toEqual([]);
  const address = dialog.getByRole("textbox", { name: "Address" });
  await waitFor(() => expect(document.activeElement).toBe(address));
});

test("a refusal leaves the dialog open with everything in it", async () => {
  refuse("temporaryCreate", { code: "platform", message: "Missing referrer", hint: "Type one." });
  const { user, dialog } = await openOptions();
  await user.click(dialog.getByRole("radio", { name: /neon\.new/ }));
  await retype(user, dialog.getByRole("textbox", { name: "Referrer" }), "workshop");
  await user.click(dialog.getByRole("switch", { name: "Logical replication" }));
  await user.click(dialog.getByRole("button", { name: "Create database" }));

  expect((await dialog.findByRole("alert")).textContent).toContain("Missing referrer. Type one.");
  expect(dialog.getByRole("textbox", { name: "Referrer" })).toHaveProperty("value", "workshop");
  expect(dialog.getByRole("switch", { name: "Logical replication" }).getAttribute("aria-checked")).toBe(
    "true",
  );
  expect(callsOf("temporaryCreate")).toEqual([
    { options: options({ place: { kind: "neon" }, reference: "workshop", logicalReplication: true }) },
  ]);
});

test("while another database is being made the options wait with everything in them", async () => {
  const { promise, resolve: made } = deferred<TemporaryView>();
  answer("temporaryCreate", () => promise);
  const view = openWindow();
  const { user } = view;
  await user.click(
    (await screen.findAllByRole("button", { name: "New temporary database" }))[0] ?? document.body,
  );
  await waitFor(() => expect(callsOf("temporaryCreate")).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Options…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New temporary database" }));
  const create = dialog.getByRole("button", { name: "Create database" });
  expect(create.ariaBusy).toBe("true");
  const variable = dialog.getByRole("textbox", { name: "Variable" });
  await retype(user, variable, "SECOND_URL{Enter}");
  await user.click(create);
  expect(callsOf("temporaryCreate")).toHaveLength(1);
  expect(variable).toHaveProperty("value", "SECOND_URL");
  act(() => made(row()));
  await waitFor(() => expect(create.ariaBusy).toBeNull());
  expect(variable).toHaveProperty("value", "SECOND_URL");
  answer("temporaryCreate", () => row({ id: "row-2" }));
  await user.click(create);
  await waitFor(() => expect(callsOf("temporaryCreate")).toHaveLength(2));
  expect(callsOf("temporaryCreate").at(-1)).toEqual({
    options: expect.objectContaining({ envKey: "SECOND_URL" }),
  });
});

test("a seed file is read before anything is created, and its refusal names the line", async () => {
  refuse("seedInspect", { code: "invalid", message: "Line 12: \\connect cannot be run here" });
  answer("seedPick", () => "/code/schema.sql");
  const { user, dialog } = await openOptions();
  const browse = dialog.getAllByRole("button", { name: "Browse…" }).at(-1);
  if (browse) await user.click(browse);
  expect((await dialog.findByRole("alert")).textContent).toContain("Line 12");
  expect(callsOf("seedInspect").at(-1)).toEqual({ path: "/code/schema.sql" });

  answer("seedInspect", ({ path }) => ({
    path,
    bytes: 2000,
    statements: 3,
    transaction: false,
    transactionNote: "CREATE INDEX CONCURRENTLY in line 9 forbids it",
  }));
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  const plan = await dialog.findByTestId("seed-plan");
  expect(plan.textContent).toContain("3 statements, 2 kB");
  expect(plan.textContent).toContain("CREATE INDEX CONCURRENTLY in line 9 forbids it. If it fails");
});

test("a seed file that is typed and confirmed at once is shown before anything is created", async () => {
  answer("temporaryCreate", () => row());
  answer("seedInspect", ({ path }) => ({
    path,
    bytes: 2000,
    statements: 3,
    transaction: true,
    transactionNote: null,
  }));
  const { user, dialog } = await openOptions();
  const field = dialog.getByRole("textbox", { name: /SQL file to run after creation/ });
  await user.type(field, "/code/schema.sql");
  await user.click(dialog.getByRole("button", { name: "Create database" }));
  expect((await dialog.findByTestId("seed-plan")).textContent).toContain("3 statements");
  expect(dialog.getByText(/Review what the SQL file does/)).toBeTruthy();
  expect(callsOf("temporaryCreate")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Create database" }));
  await waitFor(() =>
    expect(callsOf("temporaryCreate")).toMatchObject([{ options: { seedPath: "/code/schema.sql" } }]),
  );
});

test("options can be kept without creating", async () => {
  const { user, dialog } = await openOptions();
  await user.type(dialog.getByRole("textbox", { name: /Folder or env file/ }), "~/code/app");
  await user.click(dialog.getByRole("button", { name: "Save as default" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "New temporary database" })).toBeNull());
  expect(callsOf("settingsSet")).toHaveLength(1);
  expect(callsOf("settingsSet")[0]).toMatchObject({ settings: { temporary: { envPath: "~/code/app" } } });
  expect(callsOf("temporaryCreate")).toEqual([]);
});

test("a database that was made closes the dialog", async () => {
  answer("temporaryCreate", () => row());
  answer("temporaryList", () => ({ items: [row()] }));
  const { user, dialog, router } = await openOptions();
  await user.click(dialog.getByRole("button", { name: "Create database" }));
  await waitFor(() => expect(router.current()).toEqual({ screen: "temporary", id: "row-1" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "New temporary database" })).toBeNull());
});

test("this machine can be chosen before its sandbox was ever started", async () => {
  const [here, hosted] = services();
  answer("instantServiceList", () => (hosted ? [hosted] : []));
  answer("sandboxState", () => sandbox({ status: "stopped", running: null }));
  answer("sandboxStart", () => {
    answer("instantServiceList", () => (here && hosted ? [here, hosted] : []));
    return sandbox();
  });
  answer("temporaryCreate", () => row());
  const { user, dialog } = await openOptions();
  await user.click(dialog.getByRole("button", { name: "Create database" }));
  expect(dialog.getByText("Choose a location.")).toBeTruthy();
  expect(callsOf("sandboxStart")).toEqual([]);

  await user.click(dialog.getByRole("radio", { name: /This machine/ }));
  await user.click(dialog.getByRole("button", { name: "Create database" }));
  await waitFor(() =>
    expect(callsOf("temporaryCreate")).toEqual([
      { options: options({ place: { kind: "account", accountId: "sandbox" } }) },
    ]),
  );
  expect(callsOf("sandboxStart")).toHaveLength(1);
});
