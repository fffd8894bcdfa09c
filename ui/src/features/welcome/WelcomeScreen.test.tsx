import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answer, callsOf, refuse } from "@/test/backend";
import { pressing } from "@/test/interactions";
import { account, info, project, row, sandbox } from "@/test/views";
import { openWindow } from "@/test/window";

beforeEach(() => {
  answer("appInfo", () => info({ firstRun: true }));
  answer("appWelcomed", () => null);
  answer("sandboxState", () => sandbox({ status: "stopped", running: null }));
});

test("the sandbox starts at once and leads to a first project that is a click away", async () => {
  answer("sandboxStart", () => sandbox());
  answer("projectCreate", () => ({ project: project(), branch: null, connections: [], operations: [] }));
  const { user } = await pressing(openWindow(), "Start in the sandbox");
  const dialog = within(await screen.findByRole("dialog", { name: "New project" }));
  expect(dialog.getByRole("textbox", { name: /^Name/ })).toHaveProperty("value", "first-project");
  expect(dialog.getByRole("combobox", { name: "Region" }).textContent).toContain("us-east-2");
  await user.click(dialog.getByRole("button", { name: "Create project" }));
  await waitFor(() =>
    expect(callsOf("projectCreate")).toMatchObject([
      { accountId: "sandbox", create: { name: "first-project" } },
    ]),
  );
  expect(callsOf("sandboxStart")).toHaveLength(1);
  expect(callsOf("appWelcomed")).toHaveLength(1);
  expect(screen.queryByText("Welcome to Plinth")).toBeNull();
});

test("a start that fails says why, what to do, and can be tried again", async () => {
  refuse("sandboxStart", {
    code: "programMissing",
    message: "PostgreSQL 17 was not found",
    hint: "Set PLINTH_POSTGRES_BIN.",
  });
  const { user } = await pressing(openWindow(), "Start in the sandbox");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("PostgreSQL 17 was not found. Set PLINTH_POSTGRES_BIN.");
  expect(callsOf("appWelcomed")).toEqual([]);
  answer("sandboxStart", () => sandbox());
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("dialog", { name: "New project" })).toBeTruthy();
  expect(screen.getByText("No projects yet")).toBeTruthy();
});

test("the hosted door names its host and creates nothing by itself", async () => {
  await pressing(openWindow(), "Create on neon.new…");
  expect(await screen.findByRole("dialog", { name: "New temporary database" })).toBeTruthy();
  expect(callsOf("temporaryCreate")).toEqual([]);
});

test("the hosted platform is asked only after the dialog was confirmed", async () => {
  answer("temporaryCreate", () => row());
  const { user } = openWindow();
  await user.click(await screen.findByRole("button", { name: "Create on neon.new…" }));
  const dialog = await screen.findByRole("dialog", { name: "New temporary database" });
  expect(within(dialog).getByRole("radio", { name: "neon.new" }).getAttribute("aria-checked")).toBe("true");
  await user.click(within(dialog).getByRole("button", { name: "Create database" }));
  await waitFor(() =>
    expect(callsOf("temporaryCreate")).toMatchObject([{ options: { place: { kind: "neon" } } }]),
  );
});

test("a hosted door that was left without confirming leaves the next database on this machine", async () => {
  answer("temporaryCreate", () => row());
  answer("sandboxState", () => sandbox());
  const { user } = await pressing(openWindow(), "Create on neon.new…");
  await screen.findByRole("dialog", { name: "New temporary database" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("{Control>}n{/Control}");
  await waitFor(() =>
    expect(callsOf("temporaryCreate")).toMatchObject([{ options: { place: { kind: "account" } } }]),
  );
  expect(callsOf("settingsSet")).toEqual([]);
});

test("a welcome that could not be noted is reported, and the choice opens all the same", async () => {
  refuse("appWelcomed", { code: "file", message: "The disk is full" });
  await pressing(openWindow(), "Create on neon.new…");
  expect(await screen.findByText("The welcome screen will appear again at the next start")).toBeTruthy();
  expect(await screen.findByRole("dialog", { name: "New temporary database" })).toBeTruthy();
});

test("an account is connected from the welcome, which then never comes again", async () => {
  answer("accountConnect", () => account({ id: "shop", name: "Shop", isCurrent: true }));
  const { user, router } = openWindow();
  await user.click(await screen.findByRole("button", { name: "Connect an account…" }));
  const dialog = await screen.findByRole("dialog", { name: "Connect an account" });
  await user.type(within(dialog).getByLabelText("API key"), "napi_1");
  await user.click(within(dialog).getByRole("button", { name: "Connect account" }));
  await waitFor(() => expect(router.current()).toEqual({ screen: "projects" }));
  expect(callsOf("appWelcomed")).toHaveLength(1);
  expect(screen.queryByText("Welcome to Plinth")).toBeNull();
});
