import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { showOnce } from "@/features/base/oneTimeSecrets";
import type { ClosingView, QuitView } from "@/ipc/generated";
import { answer, callsOf, publish } from "@/test/backend";
import { connect } from "@/test/views";
import { openWindow } from "@/test/window";

const plan = { sandboxDatabases: 3, openConnections: 2, runningJobs: 0, secretsInMemory: true };
const nothing = { sandboxDatabases: 0, openConnections: 0, runningJobs: 0, secretsInMemory: false };

const closing = (of: QuitView, more: Partial<ClosingView> = {}): ClosingView => ({
  plan: of,
  background: "off",
  hasTray: true,
  restarts: false,
  ...more,
});

async function quitting(view = closing(plan)) {
  answer("appQuitPlan", () => view);
  answer("appQuit", () => null);
  const opened = openWindow();
  await screen.findByRole("heading", { name: "Temporary databases" });
  publish({ kind: "quitRequested" });
  return opened;
}

test("closing is explained before it is done, and can be taken back", async () => {
  const { user } = await quitting();
  const dialog = within(await screen.findByRole("dialog", { name: "Quit Plinth?" }));
  expect(await dialog.findByText(/3 sandbox databases will stop/)).toBeTruthy();
  expect(dialog.getByText(/2 open connections will be closed/)).toBeTruthy();
  expect(dialog.getByText(/only in memory and will be lost/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(callsOf("appQuit")).toEqual([]);
});

test("the plan is asked anew each time", async () => {
  const { user } = await quitting();
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  answer("appQuitPlan", () => closing({ ...plan, sandboxDatabases: 1 }));
  publish({ kind: "quitRequested" });
  expect(await screen.findByText(/1 sandbox database will stop/)).toBeTruthy();
});

test("not to be asked again is passed on", async () => {
  const { user } = await quitting();
  await user.click(await screen.findByRole("checkbox", { name: "Don’t show this again" }));
  await user.click(screen.getByRole("button", { name: "Quit" }));
  await waitFor(() =>
    expect(callsOf("appQuit")).toEqual([{ explainAgain: false, background: null, atLogin: false }]),
  );
});

test("what is shown once and was not copied is named, and closing it is not the button that Enter takes", async () => {
  answer("appQuitPlan", () => closing(nothing));
  answer("connectCopy", () => 45);
  answer("appQuit", () => null);
  const { user, client } = openWindow();
  await screen.findByRole("heading", { name: "Temporary databases" });
  const form = { id: "apiKey", label: "API key", group: "string", masked: "••••", note: null } as const;
  const items = [{ id: "secret-1", label: "ci", forms: connect({ forms: [form], caFile: null }) }];
  act(() => showOnce(client, { name: "ci", title: "The API key ci is made", note: "Copy it now.", items }));
  await screen.findByRole("dialog", { name: "The API key ci is made" });
  expect(callsOf("appSecretsUntaken")).toEqual([{ count: 0 }, { count: 1 }]);

  act(() => publish({ kind: "quitRequested" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Quit Plinth?" }));
  expect(await dialog.findByText(/The API key of ci hasn’t been copied or written/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
  expect(dialog.getByRole("button", { name: "Quit without copying" })).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(callsOf("appQuit")).toEqual([]);

  await user.click(await screen.findByRole("button", { name: "Copy API key" }));
  await waitFor(() =>
    expect(callsOf("appSecretsUntaken")).toEqual([{ count: 0 }, { count: 1 }, { count: 0 }]),
  );
  act(() => publish({ kind: "quitRequested" }));
  const again = within(await screen.findByRole("dialog", { name: "Quit Plinth?" }));
  expect(again.getByRole("button", { name: "Quit" })).toBeTruthy();
  expect(again.queryByText(/hasn’t been copied/)).toBeNull();
});

test("a form that is filled in stays under the question, and Esc answers that alone", async () => {
  answer("appQuitPlan", () => closing(plan));
  const { user } = openWindow({ screen: "projects" });
  await screen.findByText("No projects yet");
  const [create] = screen.getAllByRole("button", { name: "New project…" });
  if (create) await user.click(create);
  await user.type(await screen.findByRole("textbox", { name: /^Name/ }), "shop");
  await waitFor(() => expect(callsOf("appSecretsUntaken")).toEqual([{ count: 0 }, { count: 1 }]));
  act(() => publish({ kind: "quitRequested" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Quit Plinth?" }));
  expect(await dialog.findByText("What you entered in “New project” will be lost.")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Discard and quit" })).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Quit Plinth?" })).toBeNull());
  expect(screen.getByRole("dialog", { name: "New project" })).toBeTruthy();
  expect(screen.queryByText("Discard your changes?")).toBeNull();

  act(() => publish({ kind: "quitRequested" }));
  const again = within(await screen.findByRole("dialog", { name: "Quit Plinth?" }));
  await user.click(again.getByRole("button", { name: "Cancel" }));
  const name = await screen.findByRole("textbox", { name: /^Name/ });
  expect(name).toHaveProperty("value", "shop");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Quit Plinth?" })).toBeNull());
  expect(screen.getByRole("dialog", { name: "New project" }).contains(document.activeElement)).toBe(true);
});

test("a page that was loaded again tells that it holds nothing", async () => {
  openWindow();
  await waitFor(() => expect(callsOf("appSecretsUntaken")).toEqual([{ count: 0 }]));
});

test("with nothing to lose it says so", async () => {
  await quitting(closing(nothing));
  const dialog = within(await screen.findByRole("dialog", { name: "Quit Plinth?" }));
  expect(
    await dialog.findByText("Nothing is running. Hosted databases keep running without Plinth."),
  ).toBeTruthy();
});

test("the first close asks whether Plinth goes on in the tray", async () => {
  const { user } = await quitting(closing(plan, { background: "ask" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Keep Plinth running?" }));
  expect(await dialog.findByText(/stays in the tray/)).toBeTruthy();
  expect(dialog.getByText("If you quit:")).toBeTruthy();
  expect(dialog.getByText(/3 sandbox databases will stop/)).toBeTruthy();
  expect(dialog.queryByRole("checkbox")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Keep running" }));
  await waitFor(() =>
    expect(callsOf("appQuit")).toEqual([{ explainAgain: true, background: "on", atLogin: false }]),
  );
});

test("where the desktop has no tray it says so and offers to start at login", async () => {
  const { user } = await quitting(closing(nothing, { background: "ask", hasTray: false }));
  const dialog = within(await screen.findByRole("dialog", { name: "Keep Plinth running?" }));
  expect(await dialog.findByText(/This desktop shows no tray icons/)).toBeTruthy();
  expect(dialog.getByText(/Open Plinth from your applications.*press Ctrl\+Q there to quit/)).toBeTruthy();
  await user.click(dialog.getByRole("checkbox", { name: "Start at login, without a window" }));
  await user.click(dialog.getByRole("button", { name: "Keep running" }));
  await waitFor(() =>
    expect(callsOf("appQuit")).toEqual([{ explainAgain: true, background: "on", atLogin: true }]),
  );
});

test("quitting at the first close is kept as the answer", async () => {
  const { user } = await quitting(closing(nothing, { background: "ask" }));
  await user.click(await screen.findByRole("button", { name: "Quit" }));
  await waitFor(() =>
    expect(callsOf("appQuit")).toEqual([{ explainAgain: true, background: "off", atLogin: false }]),
  );
});

test("where Plinth goes on, only what the agent can’t take over is told", async () => {
  await quitting(closing({ ...plan, runningJobs: 1 }, { background: "on" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Close the window?" }));
  expect(await dialog.findByText(/1 running task will be stopped/)).toBeTruthy();
  expect(dialog.queryByText(/sandbox databases/)).toBeNull();
  expect(dialog.getByRole("button", { name: "Close window" })).toBeTruthy();
});

test("before Plinth starts again it says what stops meanwhile", async () => {
  const { user } = await quitting(closing(plan, { restarts: true }));
  const dialog = within(await screen.findByRole("dialog", { name: "Restart Plinth?" }));
  expect(await dialog.findByText(/3 sandbox databases will stop/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Restart" }));
  await waitFor(() =>
    expect(callsOf("appQuit")).toEqual([{ explainAgain: true, background: null, atLogin: false }]),
  );
});
