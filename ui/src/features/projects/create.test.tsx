import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { CreatedProjectView, OneTimeSecretView } from "@/ipc/generated";
import { answer, callsOf, commandsCalled, refuse } from "@/test/backend";
import { cacheText } from "@/test/cache";
import { deferred, opened, pick } from "@/test/interactions";
import { account, connect, inHours, operation, project, settings } from "@/test/views";
import { openWindow } from "@/test/window";
import { AUTO, emptyDraft } from "./draft";

const LIST = { screen: "projects" } as const;
const SECRET = "postgresql://svcdb_owner:npg_s3cret@localhost:54301/svcdb?sslmode=require";
const oneTimeSecret: OneTimeSecretView = { id: "secret-1", label: "svcdb as svcdb_owner", forms: connect() };
const created = (changes: Partial<CreatedProjectView> = {}): CreatedProjectView => ({
  project: project({ id: "new-12345678", name: "new", storesPasswords: true }),
  branch: null,
  connections: [oneTimeSecret],
  operations: [operation()],
  ...changes,
});

beforeEach(() => {
  answer("projectCreate", () => created());
  answer("connectReveal", () => ({ text: SECRET, hideAt: inHours(0.01) }));
});

async function openCreate() {
  const window = openWindow(LIST);
  await screen.findByText("No projects yet");
  const [button] = screen.getAllByRole("button", { name: "New project…" });
  if (!button) throw new Error("there is no way to a new project");
  await window.user.click(button);
  await screen.findByRole("dialog", { name: "New project" });
  return window;
}

const press = (name: string) => screen.getByRole("button", { name });
const refuseCopy = () =>
  refuse("connectCopy", { code: "internal", message: "Couldn't copy to the clipboard" });

test("what is not valid is marked in place, nothing is sent, and what was typed stays", async () => {
  const { user } = await openCreate();
  const name = screen.getByRole("textbox", { name: /^Name/ });
  await waitFor(() => expect(document.activeElement).toBe(name));
  await user.click(press("More options"));
  await user.type(screen.getByRole("textbox", { name: /Size in CU/ }), "3-0.5");
  expect(screen.queryByText("Put the smaller size first: 0.5-3.")).toBeNull();
  await user.type(name, "größer 数");
  // The field was left: the error shows, and the options that have it stay open.
  expect(await screen.findByText("Put the smaller size first: 0.5-3.")).toBeTruthy();
  await user.click(press("More options"));
  await user.click(press("Create project"));
  const size = screen.getByRole("textbox", { name: /Size in CU/ });
  await waitFor(() => expect(document.activeElement).toBe(size));
  expect(callsOf("projectCreate")).toEqual([]);
  expect(screen.getByRole("textbox", { name: /Size in CU/ })).toHaveProperty("value", "3-0.5");
  expect(screen.getByRole("textbox", { name: /^Name/ })).toHaveProperty("value", "größer 数");
});

test("what is left to the platform says so, and is not sent", async () => {
  const { user } = await openCreate();
  expect(screen.getByRole("combobox", { name: "Region" }).textContent).toBe("Default (us-east-2)");
  expect(
    screen.getByText(/^Default Postgres version, size and suspend timeout, set by the platform\s· Database /),
  ).toBeTruthy();
  await user.click(press("More options"));
  for (const name of ["Postgres version", "Passwords", "Restore window"]) {
    expect(screen.getByRole("combobox", { name }).textContent).toBe("Default");
  }
  await user.click(press("Create project"));
  await waitFor(() => expect(callsOf("projectCreate")).toHaveLength(1));
  expect(callsOf("projectCreate")[0]?.create).toMatchObject({
    regionId: null,
    organizationId: null,
    pgVersion: null,
    storePasswords: null,
    historyRetentionSeconds: null,
  });
});

test("what the platform refuses is shown in the dialog with what to do, and what was typed stays", async () => {
  refuse("projectCreate", {
    code: "platform",
    message: "The account has as many projects as its plan allows",
    hint: "Delete one, or ask for a larger plan.",
    requestId: "req-12345678",
  });
  const { user } = await openCreate();
  await user.type(screen.getByRole("textbox", { name: /^Name/ }), "shop");
  await user.click(press("Create project"));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("as many projects as its plan allows");
  expect(alert.textContent).toContain("Delete one, or ask for a larger plan.");
  expect(screen.getByRole("textbox", { name: /^Name/ })).toHaveProperty("value", "shop");
  answer("projectCreate", () => created());
  await user.click(press("Create project"));
  expect(await screen.findByRole("dialog", { name: "new created" })).toBeTruthy();
});

test("two hundred clicks make one project", async () => {
  const { promise, resolve: give } = deferred<CreatedProjectView>();
  answer("projectCreate", () => promise);
  await openCreate();
  const button = press("Create project");
  for (let click = 0; click < 200; click += 1) button.click();
  await waitFor(() => expect(callsOf("projectCreate")).toHaveLength(1));
  give(created());
  await screen.findByRole("dialog", { name: "new created" });
  expect(callsOf("projectCreate")).toHaveLength(1);
});

test("the string is shown once, masked, in no cache, and neither Esc nor a stray click loses it", async () => {
  answer("projectCreate", () =>
    created({ project: project({ ...created().project, storesPasswords: false }) }),
  );
  refuseCopy();
  const { user, client, router } = await openCreate();
  const dialog = await opened(user.click(press("Create project")), "new created");
  expect(dialog.textContent).toContain("Shown once");
  expect(dialog.textContent).not.toContain("npg_s3cret");
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn’t copy to the clipboard");

  await user.keyboard("{Escape}{Escape}");
  await user.click(document.body);
  expect(screen.getByRole("dialog", { name: "new created" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  expect(callsOf("oneTimeSecretForget")).toEqual([]);

  await user.click(press("Reveal Pooled"));
  await waitFor(() => expect(screen.getByTestId("connect-text").textContent).toContain(SECRET));
  expect(callsOf("connectReveal")).toEqual([
    { source: { kind: "oneTimeSecret", id: "secret-1" }, form: "pooled" },
  ]);
  expect(cacheText(client)).not.toContain("npg_s3cret");

  answer("projectGet", () => created().project);
  await user.click(press("Open project"));
  await user.click(await screen.findByRole("button", { name: "Close without copying" }));
  await waitFor(() => expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-1" }]));
  await waitFor(() =>
    expect(router.current()).toMatchObject({ screen: "project", account: "sandbox", id: "new-12345678" }),
  );
  expect(screen.queryByRole("dialog", { name: "new created" })).toBeNull();
});

test("a string that the overview shows again is not called shown once, and closes without a question", async () => {
  const { user } = await openCreate();
  const dialog = await opened(user.click(press("Create project")), "new created");
  expect(dialog.textContent).not.toContain("Shown once");
  expect(dialog.textContent).toContain("find the connection strings again on the project’s overview");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-1" }]);
});

test("a program reads the secret from the environment, so copying one is no copy of the secret", async () => {
  const code = [
    { id: "jdbc", group: "driver", label: "JDBC", masked: "jdbc:postgresql://localhost/svcdb?password=••••" },
    { id: "node", group: "driver", label: "node-postgres", masked: "process.env.DATABASE_URL" },
    { id: "prisma", group: "framework", label: "Prisma", masked: 'env("DATABASE_URL")' },
  ] as const;
  const forms = [...connect().forms, ...code.map((form) => ({ ...form, note: null }))];
  answer("projectCreate", () =>
    created({
      project: project({ ...created().project, storesPasswords: false }),
      connections: [{ ...oneTimeSecret, forms: connect({ forms }) }],
    }),
  );
  refuseCopy();
  const { user } = await openCreate();
  await user.click(press("Create project"));
  await screen.findByRole("dialog", { name: "new created" });
  answer("connectCopy", () => 45);
  await user.click(screen.getByRole("tab", { name: "Code" }));
  await pick(user, screen.getByRole("combobox", { name: "Driver or framework" }), /node-postgres/);
  await user.click(press("Copy node-postgres"));
  await screen.findByRole("button", { name: "Copied node-postgres" });
  expect(callsOf("connectCopy").at(-1)).toEqual({
    source: { kind: "oneTimeSecret", id: "secret-1" },
    form: "node",
  });
  await user.click(press("Done"));
  await user.click(await screen.findByRole("button", { name: "Go back" }));
  expect(callsOf("oneTimeSecretForget")).toEqual([]);

  await user.click(await screen.findByRole("tab", { name: "Code" }));
  await user.click(press("Copy JDBC"));
  await screen.findByRole("button", { name: "Copied JDBC" });
  await user.click(press("Done"));
  await waitFor(() => expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-1" }]));
});

test("all that would be lost is named in one sentence", async () => {
  const reporter = { ...oneTimeSecret, id: "secret-2", label: "reporting as reporter" };
  answer("projectCreate", () =>
    created({
      project: project({ ...created().project, storesPasswords: false }),
      connections: [oneTimeSecret, reporter],
    }),
  );
  refuseCopy();
  const { user } = await openCreate();
  await user.click(press("Create project"));
  await user.click(await screen.findByRole("button", { name: "Done" }));
  const question = await screen.findByRole("dialog", { name: "Close without copying?" });
  expect(question.textContent).toContain(
    "The connection string for svcdb as svcdb_owner and the connection string for reporting as reporter haven’t been " +
      "copied or written to a file. After you close this dialog, they can’t be shown again.",
  );
});

test("another dialog goes before it, and then it is back", async () => {
  const { user } = await openCreate();
  await user.click(press("Create project"));
  await screen.findByRole("dialog", { name: "new created" });
  await user.click(press("Write to .env…"));
  await screen.findByRole("dialog", { name: "Write svcdb as svcdb_owner to an env file" });
  await user.click(press("Cancel"));
  expect(await screen.findByRole("dialog", { name: "new created" })).toBeTruthy();
  expect(callsOf("oneTimeSecretForget")).toEqual([]);
  await user.click(press("Done"));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "new created" })).toBeNull());
  expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-1" }]);
});

test("psql opens right after, with its arguments one by one; a refusal is shown beside its button", async () => {
  refuse("connectPsql", { code: "programMissing", message: "psql is not installed" });
  const { user } = await openCreate();
  await user.click(press("More options"));
  await user.click(screen.getByRole("switch", { name: "Open psql after creation" }));
  await user.type(screen.getByRole("textbox", { name: /psql arguments/ }), "-c 'select 1' --csv");
  await user.click(press("Create project"));
  await screen.findByRole("dialog", { name: "new created" });
  await waitFor(() =>
    expect(callsOf("connectPsql")).toEqual([
      { source: { kind: "oneTimeSecret", id: "secret-1" }, more: ["-c", "select 1", "--csv"] },
    ]),
  );
  expect((await screen.findByRole("alert")).textContent).toContain("psql is not installed");
});

test("after a lost reply the project is opened, and how to get a password is explained", async () => {
  answer("projectCreate", () => created({ connections: [] }));
  answer("projectGet", () => created().project);
  const { user, router } = await openCreate();
  await user.click(press("Create project"));
  await waitFor(() => expect(router.current()).toMatchObject({ screen: "project", id: "new-12345678" }));
  expect(
    await screen.findByText(/connection strings was lost. Find them on the project’s overview/),
  ).toBeTruthy();
});

test("a project that was made all the same is a click away", async () => {
  refuse("projectCreate", { code: "secretLost", message: "It is there", about: "made-12345678" });
  answer("projectGet", () => project({ id: "made-12345678", name: "made" }));
  const { user, router } = await openCreate();
  await user.click(press("Create project"));
  await user.click(await screen.findByRole("button", { name: "Open project" }));
  expect(router.current()).toMatchObject({ screen: "project", id: "made-12345678" });
});

test("when regions cannot be read the known ones are offered, and the reason is shown", async () => {
  refuse("regionList", { code: "notFound", message: "The key may not see regions" });
  const { user } = await openCreate();
  expect(await screen.findByText(/The key may not see regions\./)).toBeTruthy();
  await pick(user, screen.getByRole("combobox", { name: "Region" }), "eu-central-1");
  await user.click(press("Create project"));
  await waitFor(() =>
    expect(callsOf("projectCreate")[0]?.create).toMatchObject({ regionId: "eu-central-1" }),
  );
});

test("where an organization is needed one is asked for, and what was typed is shown as text", async () => {
  answer("accountList", () => [
    account({ profile: { ...account().profile, needsOrganization: true }, organizationId: "org-a" }),
  ]);
  answer("organizationList", () => [
    { id: "org-a", name: "Acme", plan: null, createdAt: null },
    { id: "org-b", name: "Bees", plan: null, createdAt: null },
  ]);
  answer("callText", () => ({ curl: "curl …", cli: null, variables: ["NEON_API_KEY"] }));
  const { user } = await openCreate();
  await user.click(press("Copy as…"));
  await waitFor(() =>
    expect(callsOf("callText")[0]).toMatchObject({
      call: { kind: "projectCreate", create: { organizationId: "org-a" } },
      psql: null,
    }),
  );
  expect(commandsCalled()).not.toContain("projectCreate");
});

test("another project is never made by the same button while nobody knows whether there is one", async () => {
  refuse("projectCreate", {
    code: "maybeCreated",
    message: "Create project may have been done",
    hint: "Look.",
  });
  const { user } = await openCreate();
  const name = screen.getByRole("textbox", { name: /^Name/ });
  await user.type(name, "twice");
  await user.click(press("Create project"));
  expect(await screen.findByRole("button", { name: "Show projects" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create project" })).toBeNull();
  await user.type(name, "{Enter}");
  expect(callsOf("projectCreate")).toHaveLength(1);
  await user.click(press("Create another project"));
  await waitFor(() => expect(callsOf("projectCreate")).toHaveLength(2));
});

test("it begins with the saved defaults, but for a region that the platform does not have", async () => {
  const compute = { minCu: 0.5, maxCu: 2, suspendTimeoutSeconds: 300 };
  const newProject = { regionId: "eu-central-1", pgVersion: 16, compute };
  answer("settingsGet", () => settings({ newProject }));
  const { user } = await openCreate();
  await user.click(press("Create project"));
  await waitFor(() => expect(callsOf("projectCreate")).toHaveLength(1));
  expect(callsOf("projectCreate")[0]?.create).toMatchObject(newProject);
});

test("a default region of another platform is left to the platform", () => {
  const defaults = { ...settings().newProject, regionId: "moon-1" };
  expect(emptyDraft(null, defaults, ["us-east-2"]).regionId).toBe(AUTO);
});

test.each([true, false])(
  "the string of a new project is on the clipboard at once; shown again: %s",
  async (again) => {
    answer("projectCreate", () =>
      created({ project: project({ ...created().project, storesPasswords: again }) }),
    );
    answer("connectCopy", () => 45);
    const { user } = await openCreate();
    await user.click(press("Create project"));
    const dialog = await screen.findByRole("dialog", { name: "new created" });
    expect(callsOf("connectCopy")).toEqual([
      { source: { kind: "oneTimeSecret", id: "secret-1" }, form: "pooled" },
    ]);
    expect(await within(dialog).findByRole("button", { name: "Copied Pooled" })).toBeTruthy();
    expect(within(dialog).getByTestId("secret-notice").textContent).toContain(
      "The connection string for svcdb as svcdb_owner was copied. The clipboard clears after 45 s.",
    );
    await user.click(press("Done"));
    await waitFor(() => expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-1" }]));
  },
);
