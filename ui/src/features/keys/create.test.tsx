import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { OneTimeSecretView } from "@/ipc/generated";
import { answer, callsOf, refuse } from "@/test/backend";
import { retype } from "@/test/interactions";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

const ACME = { id: "org-acme-1", name: "Acme", plan: null, createdAt: null };
const oneTimeSecret: OneTimeSecretView = {
  id: "secret-1",
  label: "ci",
  forms: views.connect({
    forms: [{ id: "apiKey", label: "API key", group: "string", masked: "••••••••", note: null }],
    pooledEqualsDirect: false,
    pooledNote: null,
    caFile: null,
  }),
};

beforeEach(() => {
  answer("organizationList", () => [ACME]);
  answer("keyList", () => [views.keyRow()]);
  answer("keyCreate", ({ request }) => ({
    key: views.keyRow({ id: "30", name: request.name }).key,
    oneTimeSecret,
  }));
});

async function openForm() {
  const window = openWindow({ screen: "keys" });
  await screen.findByRole("grid", { name: "Personal API keys" });
  await window.user.click(screen.getByRole("button", { name: "New API key…" }));
  return { ...window, name: await screen.findByRole("textbox", { name: "Name" }) };
}

const create = () => screen.getByRole("button", { name: "Create key" });

describe("a new key", () => {
  test("says what each kind may do, counts the name and is sent once", async () => {
    const { user, name } = await openForm();
    expect(screen.getByRole("radio", { name: "Personal" })).toBeTruthy();
    expect(screen.getByText(/can’t delete or create projects/)).toBeTruthy();
    await user.type(name, "ci");
    expect(screen.getByText(/2 of 64 characters/)).toBeTruthy();
    await user.dblClick(create());
    expect(await screen.findByRole("dialog", { name: "API key ci created" })).toBeTruthy();
    expect(callsOf("keyCreate")).toEqual([
      { accountId: "sandbox", request: { name: "ci", organizationId: null, projectId: null } },
    ]);
  });

  test.each([
    ["", /Enter a name/],
    [" ci", /Remove the spaces at the ends/],
    ["ä".repeat(65), /65 characters/],
    ["x".repeat(256), /256 characters/],
  ])("a name that cannot be is refused in place: %j", async (typed, why) => {
    const { user, name } = await openForm();
    await user.click(name);
    if (typed) await user.paste(typed);
    await user.click(create());
    expect(await screen.findByText(why)).toBeTruthy();
    expect(callsOf("keyCreate")).toEqual([]);
  });

  test("of one project names organization and project, found among many", async () => {
    const projects = Array.from({ length: 300 }, (_, index) =>
      views.project({ id: `p-${index}`, name: `project ${index}` }),
    );
    answer("projectPage", ({ scope }) => ({
      items: scope === "own" ? projects : [],
      next: null,
      unavailable: [],
    }));
    const { user, name } = await openForm();
    await user.type(name, "ci");
    await user.click(screen.getByRole("radio", { name: "One project" }));
    await user.click(create());
    expect(await screen.findByText("Choose a project.")).toBeTruthy();
    const choice = screen.getByRole("combobox", { name: "Project" });
    await waitFor(() => expect(document.activeElement).toBe(choice));
    await user.click(choice);
    await user.type(await screen.findByPlaceholderText("Search"), "project 277");
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
    await user.click(screen.getByRole("option", { name: /project 277/ }));
    await user.click(create());
    await waitFor(() =>
      expect(callsOf("keyCreate")).toEqual([
        { accountId: "sandbox", request: { name: "ci", organizationId: ACME.id, projectId: "p-277" } },
      ]),
    );
  });

  test("of an organization is not offered where there is none", async () => {
    answer("organizationList", () => []);
    await openForm();
    const choice = screen.getByRole("radio", { name: "Organization" });
    expect(choice.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getAllByText(/These keys need an organization/)).toHaveLength(2);
  });

  test("a refusal keeps what was typed", async () => {
    refuse("keyCreate", { code: "platform", message: "Only administrators may do this", requestId: "req-9" });
    const { user, name } = await openForm();
    await user.type(name, "ci");
    await user.click(create());
    expect((await screen.findByRole("alert")).textContent).toContain("Only administrators may do this");
    expect(name).toHaveProperty("value", "ci");
  });

  test("a reply without the token says that the key exists, and leads to revoking it", async () => {
    answer("keyCreate", ({ request }) => ({
      key: views.keyRow({ id: "30", name: request.name }).key,
      oneTimeSecret: null,
    }));
    const { user, name } = await openForm();
    await user.type(name, "ci");
    await user.click(create());
    expect((await screen.findByRole("alert")).textContent).toContain("The token was lost");
    await user.click(screen.getByRole("button", { name: "Revoke key…" }));
    expect(await screen.findByRole("dialog", { name: "Revoke ci?" })).toBeTruthy();
  });

  test("a lost reply is the same: the key is named by its id", async () => {
    refuse("keyCreate", { code: "secretLost", message: "The key was made, its token is lost", about: "31" });
    answer("keyRevoke", ({ keyId: id }) => ({ key: views.keyRow({ id }).key, revoked: true }));
    const { user, name } = await openForm();
    await user.type(name, "ci");
    await user.click(create());
    expect((await screen.findByRole("alert")).textContent).toContain("ID 31");
    await user.click(screen.getByRole("button", { name: "Revoke key…" }));
    await user.type(await screen.findByRole("textbox", { name: "Type ci to confirm" }), "ci");
    await user.click(screen.getByRole("button", { name: "Revoke ci" }));
    await waitFor(() =>
      expect(callsOf("keyRevoke")).toEqual([{ accountId: "sandbox", organizationId: null, keyId: "31" }]),
    );
  });
});

describe("a token that is shown once", () => {
  async function made() {
    const window = await openForm();
    await window.user.type(window.name, "ci");
    await window.user.click(create());
    const dialog = await screen.findByRole("dialog", { name: "API key ci created" });
    return { ...window, dialog };
  }

  test("is on the clipboard with the click that made it, masked and without passing the window", async () => {
    answer("connectCopy", () => 45);
    const { user, dialog } = await made();
    expect(await within(dialog).findByRole("button", { name: "Copied API key" })).toBeTruthy();
    expect(callsOf("connectCopy")).toEqual([
      { source: { kind: "oneTimeSecret", id: "secret-1" }, form: "apiKey" },
    ]);
    const notice = within(dialog).getByTestId("secret-notice").textContent;
    expect(notice).toContain("Shown once");
    expect(notice).toContain("The API key was copied. The clipboard clears after 45 s.");
    expect(within(dialog).queryByRole("button", { name: "Open psql" })).toBeNull();
    await user.keyboard("{Escape}");
    expect(screen.getByRole("dialog", { name: "API key ci created" })).toBeTruthy();
    expect(callsOf("oneTimeSecretForget")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-1" }]);
  });

  test("stays on the clipboard where the settings say so", async () => {
    answer("connectCopy", () => 0);
    const { dialog } = await made();
    expect(await within(dialog).findByText(/It stays on the clipboard until you quit/)).toBeTruthy();
  });

  const refuseCopy = () =>
    refuse("connectCopy", {
      code: "internal",
      message: "Couldn't copy to the clipboard",
      hint: "Reveal the text and copy it by hand.",
    });

  test("is not lost in one click: where it could not be copied this is said, and closing it asks", async () => {
    refuseCopy();
    const { user, dialog: shown } = await made();
    const failure = await within(shown).findByRole("alert");
    expect(failure.textContent).toContain("Couldn’t copy to the clipboard. Reveal the text");
    expect(within(shown).getByTestId("secret-notice").textContent).not.toContain("was copied");
    await user.click(screen.getByRole("button", { name: "Done" }));
    const question = await screen.findByRole("dialog", { name: "Close without copying?" });
    expect(question.textContent).toContain("The API key of ci hasn’t been copied or written to a file");
    expect(callsOf("oneTimeSecretForget")).toEqual([]);

    await user.keyboard("{Escape}");
    const dialog = await screen.findByRole("dialog", { name: "API key ci created" });
    await user.click(within(dialog).getByRole("button", { name: "Reveal API key" }));
    await user.click(screen.getByRole("button", { name: "Done" }));
    await user.click(await screen.findByRole("button", { name: "Go back" }));
    expect(callsOf("oneTimeSecretForget")).toEqual([]);

    answer("connectCopy", () => 45);
    await user.click(await screen.findByRole("button", { name: "Copy API key" }));
    await screen.findByRole("button", { name: "Copied API key" });
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-1" }]));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("goes without a copy when that is what was asked for", async () => {
    refuseCopy();
    const { user } = await made();
    await user.click(screen.getByRole("button", { name: "Done" }));
    await user.click(await screen.findByRole("button", { name: "Close without copying" }));
    await waitFor(() => expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-1" }]));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("becomes an account of this app, and is told of where it was shown", async () => {
    answer("keySaveAsAccount", ({ request: { colour, ...request } }) =>
      views.account({ id: "ci", ...request, colour: colour ?? "blue", isCurrent: false }),
    );
    const { user } = await made();
    await user.click(screen.getByRole("button", { name: "Save as account…" }));
    const name = await screen.findByRole("textbox", { name: "Name" });
    await retype(user, name, "CI");
    const green = screen.getByRole("radio", { name: "Green" });
    await waitFor(() => expect(green.ariaChecked).toBe("true"));
    await user.click(screen.getByRole("checkbox", { name: "Production" }));
    const red = screen.getByRole("radio", { name: "Red" });
    await waitFor(() => expect(red.ariaChecked).toBe("true"));
    await user.click(screen.getByRole("button", { name: "Save account" }));
    const again = await screen.findByRole("dialog", { name: "API key ci created" });
    expect(again.textContent).toContain("Saved as the account CI");
    expect(screen.queryByRole("button", { name: "Save as account…" })).toBeNull();
    const request = { name: "CI", colour: null, isProduction: true, isReadOnly: false };
    expect(callsOf("keySaveAsAccount")).toEqual([{ secretId: "secret-1", request }]);
    await user.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(callsOf("oneTimeSecretForget")).toEqual([{ id: "secret-1" }]));
  });

  test("a refused saving keeps the form, and the token stays held", async () => {
    refuse("keySaveAsAccount", { code: "keychainLocked", message: "The keychain is locked" });
    const { user } = await made();
    await user.click(screen.getByRole("button", { name: "Save as account…" }));
    await user.click(await screen.findByRole("button", { name: "Save account" }));
    expect((await screen.findByRole("alert")).textContent).toContain("The keychain is locked");
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "ci");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByRole("dialog", { name: "API key ci created" })).toBeTruthy();
    expect(callsOf("oneTimeSecretForget")).toEqual([]);
  });
});
