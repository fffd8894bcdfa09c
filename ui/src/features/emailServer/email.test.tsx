import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { UNKNOWN_SECRET } from "@/ipc/bridgeWords";
import type { EmailServerView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { cacheText } from "@/test/cache";
import { editing, FIELDS, PASSWORD, PLACE, section, sent } from "@/test/emailForm";
import { gone } from "@/test/interactions";
import { ID } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

/** What the platform makes of an edit: everything but the password comes back. */
const echo = ({ edit }: { edit: { kind: string } }): EmailServerView =>
  edit.kind === "shared" ? views.sharedEmail() : views.ownEmail();

beforeEach(() => {
  answer("authIntegrations", () => [views.integration({ branchId: "br-auth-7" })]);
  answer("emailUpdate", echo);
});

describe("the card", () => {
  test("says of the shared server that it is not for production, with the way to one's own", async () => {
    openWindow(PLACE);
    const card = await section();
    expect(await within(card).findByText("Shared, not for production")).toBeTruthy();
    expect(within(card).getByText(/Users see the platform’s address as the sender/)).toBeTruthy();
    expect(within(card).getByRole("button", { name: "Use own SMTP server…" })).toBeTruthy();
    expect(within(card).queryByRole("button", { name: "Send test email…" })).toBeNull();
  });

  test("shows one's own server whole but for its password", async () => {
    answer("emailGet", () => views.ownEmail());
    openWindow(PLACE);
    const card = await section();
    expect(await within(card).findByText("smtp.example.com:587")).toBeTruthy();
    expect(within(card).getByText("The shop <shop@example.com>")).toBeTruthy();
    expect(within(card).getByText("Set, never shown")).toBeTruthy();
  });

  test("that cannot be read says why, and a retry reads it", async () => {
    refuse("emailGet", { code: "offline", message: "api.example is not reachable", requestId: "req-4" });
    const { user } = openWindow(PLACE);
    const card = await section();
    expect(await within(card).findByText("Couldn’t load the email server")).toBeTruthy();
    expect(within(card).getByText(/req-4/)).toBeTruthy();
    answer("emailGet", () => views.sharedEmail());
    await user.click(within(card).getByRole("button", { name: "Try again" }));
    expect(await within(card).findByText("Shared, not for production")).toBeTruthy();
  });

  test("stays with its age when a later look fails", async () => {
    openWindow(PLACE);
    const card = await section();
    await within(card).findByText("Shared, not for production");
    refuse("emailGet", { code: "timeout", message: "No answer came" });
    publish({ kind: "authChanged", accountId: "sandbox", projectId: ID });
    expect(await within(card).findByText(/Shown as of/)).toBeTruthy();
    expect(within(card).getByText("Shared, not for production")).toBeTruthy();
  });

  test("of a read-only account is shown and can be tried, and every change says why not", async () => {
    answer("accountList", () => [views.account({ isReadOnly: true })]);
    answer("emailGet", () => views.ownEmail());
    openWindow(PLACE);
    const card = await section();
    const button = (name: string) => within(card).findByRole("button", { name });
    expect((await button("Change SMTP server…")).ariaDisabled).toBe("true");
    expect((await button("Send test email…")).ariaDisabled).toBe("true");
    expect((await button("Test connection…")).ariaDisabled).toBeNull();
  });
});

describe("one's own server", () => {
  test("is saved with all six, once however fast one clicks, and the password remembered nowhere", async () => {
    const { user, dialog, fill, client } = await editing(views.sharedEmail());
    await fill();
    await user.dblClick(within(dialog).getByRole("button", { name: "Save server" }));
    await gone(dialog);
    expect(sent()).toEqual([
      {
        kind: "own",
        host: "smtp.example.com",
        port: 465,
        username: "postman",
        password: { kind: "set", secret: PASSWORD },
        senderEmail: "shop@example.com",
        senderName: "The shop",
      },
    ]);
    expect(await within(await section()).findByText("Your own server")).toBeTruthy();
    expect(cacheText(client)).not.toContain(PASSWORD);
  });

  test.each([
    ["Host", "", "Enter a host."],
    ["Host", "https://smtp.example.com", /Leave out https:\/\/ and the port/],
    ["Host", "smtp.example.com:587", /Leave out https:\/\/ and the port/],
    ["Port", "0", "Ports are numbers from 1 to 65535."],
    ["Port", "65536", "Ports are numbers from 1 to 65535."],
    ["Port", "smtp", "Ports are numbers from 1 to 65535."],
    ["User name", " ", "Enter a user name."],
    ["Password", "", "Enter a password."],
    ["Password", "••••••••", "This is masked. Paste the full secret."],
    ["Sender address", "shop", "Use the form name@example.com."],
    ["Sender address", "a b@example.com", "Use the form name@example.com."],
    ["Sender name", "", "Enter a sender name."],
  ])("with %s as %j is refused in place, and everything typed stays", async (name, text, why) => {
    const { dialog, field, fill, press } = await editing(views.sharedEmail());
    await fill({ [name]: text });
    await press("Save server");
    expect(await within(dialog).findByText(why)).toBeTruthy();
    for (const [each, typed] of Object.entries(FIELDS)) {
      expect(field(each).value).toBe(each === name ? text : typed);
    }
    expect(sent()).toEqual([]);
  });

  test("an address that is not valid is marked when its field is left, before anything is sent", async () => {
    const { user, dialog, field } = await editing(views.sharedEmail());
    await user.type(field("Sender address"), "shop@");
    expect(within(dialog).queryByText("Use the form name@example.com.")).toBeNull();
    await user.tab();
    expect(await within(dialog).findByText("Use the form name@example.com.")).toBeTruthy();
  });

  test("the usual ports are explained", async () => {
    const { dialog, write } = await editing(views.sharedEmail());
    expect(within(dialog).getByText(/upgrades to encryption before the login/)).toBeTruthy();
    await write("Port", "465");
    expect(await within(dialog).findByText(/Encrypted from the first byte/)).toBeTruthy();
    await write("Port", "3025");
    expect(await within(dialog).findByText(/1 to 65535. Usually 587 or 465/)).toBeTruthy();
  });

  test("that is set already keeps its password while the field is empty", async () => {
    const { dialog, field, write, press } = await editing(views.ownEmail());
    expect(field("Password").value).toBe("");
    await write("Host", "smtp2.example.com");
    expect(await within(dialog).findByText(/send it to smtp2.example.com/)).toBeTruthy();
    await press("Save server");
    await gone(dialog);
    expect(sent()).toMatchObject([{ host: "smtp2.example.com", password: { kind: "keep" } }]);
  });

  test("that was not changed is not sent", async () => {
    const { dialog, press } = await editing(views.ownEmail());
    await press("Save server");
    await gone(dialog);
    expect(sent()).toEqual([]);
  });

  test("that is refused keeps everything typed, and the next try goes through", async () => {
    refuse("emailUpdate", { code: "platform", message: "The plan does not have it", requestId: "req-8" });
    const { dialog, field, fill, press } = await editing(views.sharedEmail());
    await fill();
    await press("Save server");
    expect(await within(dialog).findByText(/plan does not have it/)).toBeTruthy();
    expect(within(dialog).getByText(/req-8/)).toBeTruthy();
    for (const [name, typed] of Object.entries(FIELDS)) expect(field(name).value).toBe(typed);
    answer("emailUpdate", echo);
    await press("Save server");
    await gone(dialog);
    expect(sent()).toHaveLength(2);
  });
});

describe("going back to the platform's server", () => {
  const open = async () => {
    answer("emailGet", () => views.ownEmail());
    const opened = openWindow(PLACE);
    await opened.user.click(await screen.findByRole("button", { name: "Actions for the email server" }));
    await opened.user.click(await screen.findByRole("menuitem", { name: /Use shared server…/ }));
    const dialog = await screen.findByRole("dialog");
    return { ...opened, dialog, confirm: within(dialog).getByRole("button", { name: "Use shared server" }) };
  };

  test("says what is lost, asks, and sends nothing of it", async () => {
    const { user, dialog, confirm } = await open();
    for (const lost of ["smtp.example.com:587", "postman", "The shop <shop@example.com>"]) {
      expect(within(dialog).getByText(lost)).toBeTruthy();
    }
    expect(within(dialog).getByText("Set, never shown")).toBeTruthy();
    await user.dblClick(confirm);
    await gone(dialog);
    expect(sent()).toEqual([{ kind: "shared" }]);
    expect(await within(await section()).findByText("Shared, not for production")).toBeTruthy();
  });

  test("that is refused says why, and the server stays", async () => {
    refuse("emailUpdate", { code: "platform", message: "Not now" });
    const { user, dialog, confirm } = await open();
    await user.click(confirm);
    expect(await within(dialog).findByText(/Not now/)).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(await within(await section()).findByText("Your own server")).toBeTruthy();
  });
});

test("what is typed can be copied as text before it is sent, and never the password", async () => {
  const { user, dialog, fill } = await editing(views.sharedEmail());
  expect(within(dialog).queryByRole("button", { name: "Copy as…" })).toBeNull();
  await fill();
  await user.click(await within(dialog).findByRole("button", { name: "Copy as…" }));
  await waitFor(() =>
    expect(callsOf("callText").at(-1)).toEqual({
      call: {
        kind: "emailUpdate",
        accountId: "sandbox",
        projectId: ID,
        branchId: null,
        edit: {
          kind: "own",
          host: "smtp.example.com",
          port: 465,
          username: "postman",
          password: { kind: "set", secret: UNKNOWN_SECRET },
          senderEmail: "shop@example.com",
          senderName: "The shop",
        },
      },
      psql: null,
    }),
  );
  expect(JSON.stringify(callsOf("callText"))).not.toContain(PASSWORD);
  expect(sent()).toEqual([]);
});
