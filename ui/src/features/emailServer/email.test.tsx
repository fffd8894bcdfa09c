import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { EmailServerView, SmtpProbeView } from "@/ipc/generated";
import type { Place } from "@/kit/route/place";
import { answer, callsOf, refuse, resetBackend, tell } from "@/test/backend";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

vi.mock("@/ipc/generated", () => import("@/test/backend"));

const ID = "shop-prod-12345678";
const PLACE: Place = { screen: "project", account: "sandbox", id: ID, tab: "auth" };
const PASSWORD = "open sesame";

const WHOLE: SmtpProbeView = {
  steps: [
    { step: "connect", state: "passed", detail: null, tookMs: 12 },
    { step: "greet", state: "passed", detail: "220 mail.example", tookMs: 3 },
    { step: "tls", state: "warned", detail: "The certificate ends in 3 days.", tookMs: 40 },
    { step: "login", state: "failed", detail: "535 bad password", tookMs: 1200 },
  ],
};

/** What the platform makes of an edit: everything but the password comes back. */
const echo = (_account: string, _project: string, edit: { kind: string }): EmailServerView =>
  edit.kind === "shared" ? views.sharedEmail() : views.ownEmail();

beforeEach(() => {
  resetBackend();
  answer("projectGet", () => views.project());
  answer("branchList", () => [views.branch({ isDefault: true })]);
  answer("authIntegrations", () => [views.integration({ branchId: "br-auth-7" })]);
  answer("emailUpdate", echo);
  answer("emailProbe", () => WHOLE);
  answer("callText", () => ({ curl: "curl", cli: null, variables: [] }));
});

/** A message that passes is a dialog as well, so it is not asked whether there is any. */
const gone = (dialog: HTMLElement) => waitFor(() => expect(dialog.isConnected).toBe(false));

const section = () => screen.findByRole("region", { name: "Email server" });
const sent = () => callsOf("emailUpdate").map((args) => args[2]);

const FIELDS = {
  Host: "smtp.example.com",
  Port: "465",
  "User name": "postman",
  Password: PASSWORD,
  "Sender’s address": "shop@example.com",
  "Sender’s name": "The shop",
};

/** Opens the form over the server that is set. */
async function editing(server: EmailServerView) {
  answer("emailGet", () => server);
  const { user, ...rest } = openWindow(PLACE);
  const open = server.kind === "shared" ? "Use own SMTP server…" : "Change SMTP server…";
  await user.click(await within(await section()).findByRole("button", { name: open }));
  const dialog = await screen.findByRole("dialog");
  const field = (name: string) => within(dialog).getByLabelText<HTMLInputElement>(name);
  const write = async (name: string, text: string) => {
    await user.clear(field(name));
    if (text) {
      await user.click(field(name));
      await user.paste(text);
    }
  };
  const fill = async (changes: Partial<typeof FIELDS> = {}) => {
    for (const [name, text] of Object.entries({ ...FIELDS, ...changes })) await write(name, text);
  };
  const press = (name: string) => user.click(within(dialog).getByRole("button", { name }));
  return { user, dialog, field, write, fill, press, ...rest };
}

describe("the card", () => {
  test("says of the shared server that it is not for production, with the way to one's own", async () => {
    openWindow(PLACE);
    const card = await section();
    expect(await within(card).findByText("Shared server")).toBeTruthy();
    expect(within(card).getByText(/fine to try out, not for production/)).toBeTruthy();
    expect(within(card).getByRole("button", { name: "Use own SMTP server…" })).toBeTruthy();
    expect(within(card).queryByRole("button", { name: "Send a test mail…" })).toBeNull();
  });

  test("shows one's own server whole but for its password", async () => {
    answer("emailGet", () => views.ownEmail());
    openWindow(PLACE);
    const card = await section();
    expect(await within(card).findByText("smtp.example.com:587")).toBeTruthy();
    expect(within(card).getByText("The shop <shop@example.com>")).toBeTruthy();
    expect(within(card).getByText("set, and never shown")).toBeTruthy();
  });

  test("that cannot be read says why, and a retry reads it", async () => {
    refuse("emailGet", { code: "offline", message: "api.example is not reachable", requestId: "req-4" });
    const { user } = openWindow(PLACE);
    const card = await section();
    expect(await within(card).findByText("The email server could not be read")).toBeTruthy();
    expect(within(card).getByText(/req-4/)).toBeTruthy();
    answer("emailGet", () => views.sharedEmail());
    await user.click(within(card).getByRole("button", { name: "Try again" }));
    expect(await within(card).findByText("Shared server")).toBeTruthy();
  });

  test("stays with its age when a later look fails", async () => {
    openWindow(PLACE);
    const card = await section();
    await within(card).findByText("Shared server");
    refuse("emailGet", { code: "timeout", message: "No answer came" });
    tell({ kind: "authChanged", accountId: "sandbox", projectId: ID });
    expect(await within(card).findByText(/Shown as of/)).toBeTruthy();
    expect(within(card).getByText("Shared server")).toBeTruthy();
  });

  test("of a read-only account is shown and can be tried, and every change says why not", async () => {
    answer("accountList", () => [views.account({ isReadOnly: true })]);
    answer("emailGet", () => views.ownEmail());
    openWindow(PLACE);
    const card = await section();
    const button = (name: string) => within(card).findByRole("button", { name });
    expect((await button("Change SMTP server…")).ariaDisabled).toBe("true");
    expect((await button("Send a test mail…")).ariaDisabled).toBe("true");
    expect((await button("Try the server…")).ariaDisabled).toBeNull();
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
    expect(await within(await section()).findByText("Own server")).toBeTruthy();
    const remembered = [
      ...client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state),
      ...client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    ];
    expect(JSON.stringify(remembered)).not.toContain(PASSWORD);
  });

  test.each([
    ["Host", "", "Write the server’s name."],
    ["Host", "https://smtp.example.com", /without https:\/\/ and without a port/],
    ["Host", "smtp.example.com:587", /without https:\/\/ and without a port/],
    ["Port", "0", "Ports are numbers from 1 to 65535."],
    ["Port", "65536", "Ports are numbers from 1 to 65535."],
    ["Port", "smtp", "Ports are numbers from 1 to 65535."],
    ["User name", " ", "Write the user name for the login."],
    ["Password", "", "Write the password."],
    ["Password", "••••••••", "This is a mask and not the secret itself."],
    ["Sender’s address", "shop", "Write it as name@example.com."],
    ["Sender’s address", "a b@example.com", "Write it as name@example.com."],
    ["Sender’s name", "", "Write the name that people see."],
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

  test("an address that cannot be is told when its field is left, before anything is sent", async () => {
    const { user, dialog, field } = await editing(views.sharedEmail());
    await user.type(field("Sender’s address"), "shop@");
    expect(within(dialog).queryByText("Write it as name@example.com.")).toBeNull();
    await user.tab();
    expect(await within(dialog).findByText("Write it as name@example.com.")).toBeTruthy();
  });

  test("the usual ports are explained", async () => {
    const { dialog, write } = await editing(views.sharedEmail());
    expect(within(dialog).getByText(/turns to encryption before the login/)).toBeTruthy();
    await write("Port", "465");
    expect(await within(dialog).findByText(/Encrypted from the first byte/)).toBeTruthy();
    await write("Port", "3025");
    expect(await within(dialog).findByText(/1 to 65535. Usual are 587 and 465/)).toBeTruthy();
  });

  test("that is set already keeps its password while the field is empty", async () => {
    const { dialog, field, write, press } = await editing(views.ownEmail());
    expect(field("Password").value).toBe("");
    await write("Host", "smtp2.example.com");
    expect(await within(dialog).findByText(/is sent to smtp2.example.com/)).toBeTruthy();
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

describe("trying the server", () => {
  test("shows each step with its state in words, what the server said and how long it took", async () => {
    const { dialog, fill, press } = await editing(views.sharedEmail());
    await fill();
    await press("Try the server");
    const steps = within(await within(dialog).findByRole("region", { name: "What the server did" }));
    const words = steps.getAllByRole("listitem").map((item) => item.textContent);
    expect(words).toEqual([
      "PassedConnect12 ms",
      "PassedGreeting220 mail.example3 ms",
      "WarningEncryption (TLS)The certificate ends in 3 days.40 ms",
      "FailedLog in535 bad password1.2 s",
    ]);
    expect(callsOf("emailProbe")).toEqual([
      [{ host: "smtp.example.com", port: 465, username: "postman", password: PASSWORD }],
    ]);
    expect(sent()).toEqual([]);
  });

  test("needs host and port only, and says that the login is not tried", async () => {
    const { dialog, write, press } = await editing(views.sharedEmail());
    await press("Try the server");
    expect(await within(dialog).findByText("Write the server’s name.")).toBeTruthy();
    await write("Host", "smtp.example.com");
    expect(within(dialog).getByText(/Without the password, the login is not tried/)).toBeTruthy();
    await press("Try the server");
    await waitFor(() => expect(callsOf("emailProbe")).toHaveLength(1));
    expect(callsOf("emailProbe")[0]).toEqual([
      { host: "smtp.example.com", port: 587, username: null, password: null },
    ]);
  });

  test("what was found goes when the server is typed anew", async () => {
    const { dialog, fill, write, press } = await editing(views.sharedEmail());
    await fill();
    await press("Try the server");
    await within(dialog).findByRole("region", { name: "What the server did" });
    await write("Sender’s name", "Another shop");
    expect(within(dialog).getByRole("region", { name: "What the server did" })).toBeTruthy();
    await write("Host", "smtp2.example.com");
    expect(within(dialog).queryByRole("region", { name: "What the server did" })).toBeNull();
  });

  test("one that hangs can be left, and does not hold up the next", async () => {
    answer("emailProbe", () => new Promise<SmtpProbeView>(() => {}));
    const { user, dialog, fill, press } = await editing(views.sharedEmail());
    await fill();
    await press("Try the server");
    expect(await within(dialog).findByText(/Trying smtp.example.com:465 from this machine/)).toBeTruthy();
    await press("Cancel");
    await gone(dialog);
    answer("emailProbe", () => WHOLE);
    await user.click(screen.getByRole("button", { name: "Use own SMTP server…" }));
    const again = await screen.findByRole("dialog");
    await user.type(within(again).getByLabelText("Host"), "smtp.example.com");
    await user.click(within(again).getByRole("button", { name: "Try the server" }));
    expect(await within(again).findByRole("region", { name: "What the server did" })).toBeTruthy();
  });

  test("of the server that is set asks for its password, which may stay empty", async () => {
    answer("emailGet", () => views.ownEmail());
    const { user } = openWindow(PLACE);
    await user.click(await within(await section()).findByRole("button", { name: "Try the server…" }));
    const dialog = await screen.findByRole("dialog", { name: "Try the server" });
    await user.click(within(dialog).getByRole("button", { name: "Try the server" }));
    await within(dialog).findByRole("region", { name: "What the server did" });
    await user.type(within(dialog).getByLabelText("Password"), PASSWORD);
    await user.click(within(dialog).getByRole("button", { name: "Try the server" }));
    await waitFor(() =>
      expect(callsOf("emailProbe").map(([wish]) => wish)).toEqual([
        { host: "smtp.example.com", port: 587, username: "postman", password: null },
        { host: "smtp.example.com", port: 587, username: "postman", password: PASSWORD },
      ]),
    );
  });

  test("that cannot be done says why", async () => {
    refuse("emailProbe", { code: "invalid", message: "This is no name of a server" });
    const { dialog, fill, press } = await editing(views.sharedEmail());
    await fill();
    await press("Try the server");
    expect(await within(dialog).findByText(/This is no name of a server/)).toBeTruthy();
  });
});

describe("a test mail", () => {
  const open = async () => {
    answer("emailGet", () => views.ownEmail());
    const opened = openWindow(PLACE);
    await opened.user.click(
      await within(await section()).findByRole("button", { name: "Send a test mail…" }),
    );
    const dialog = await screen.findByRole("dialog", { name: "Send a test mail" });
    const submit = () => opened.user.click(within(dialog).getByRole("button", { name: "Send test mail" }));
    return { ...opened, dialog, submit };
  };

  test("needs the password, which the platform keeps to itself, and goes to the integration's branch", async () => {
    answer("emailTest", () => ({ sent: true, error: null }));
    const { user, dialog, submit } = await open();
    expect(within(dialog).getByText(/The platform keeps the one that is set to itself/)).toBeTruthy();
    await user.type(within(dialog).getByLabelText("To"), "person@example.com");
    await submit();
    expect(await within(dialog).findByText("Write the password.")).toBeTruthy();
    expect(callsOf("emailTest")).toEqual([]);
    await user.type(within(dialog).getByLabelText("Password of the server"), PASSWORD);
    await submit();
    expect(await within(dialog).findByText("The server took the message")).toBeTruthy();
    expect(callsOf("emailTest")).toEqual([
      [
        "sandbox",
        ID,
        {
          branchId: "br-auth-7",
          host: "smtp.example.com",
          port: 587,
          username: "postman",
          password: PASSWORD,
          senderEmail: "shop@example.com",
          senderName: "The shop",
          recipient: "person@example.com",
        },
      ],
    ]);
  });

  test("that the server refuses says so in its words, and stays to be sent again", async () => {
    answer("emailTest", () => ({ sent: false, error: "550 no such mailbox" }));
    const { user, dialog, submit } = await open();
    const to = within(dialog).getByLabelText<HTMLInputElement>("To");
    await user.type(to, "person@example.com");
    await user.type(within(dialog).getByLabelText("Password of the server"), PASSWORD);
    await submit();
    expect(await within(dialog).findByText("550 no such mailbox")).toBeTruthy();
    expect(to.value).toBe("person@example.com");
    answer("emailTest", () => ({ sent: true, error: null }));
    await submit();
    expect(await within(dialog).findByText("The server took the message")).toBeTruthy();
    expect(within(dialog).queryByText("550 no such mailbox")).toBeNull();
  });

  test("goes through what is typed and not saved yet, with the password typed there", async () => {
    answer("emailTest", () => ({ sent: true, error: null }));
    const { user, dialog, fill, press } = await editing(views.sharedEmail());
    await fill({ Host: "smtp.other.example" });
    await press("Send a test mail…");
    const test = await screen.findByRole("dialog", { name: "Send a test mail" });
    expect(within(test).getByText("smtp.other.example:465 as postman")).toBeTruthy();
    expect(within(test).queryByLabelText("Password of the server")).toBeNull();
    await user.type(within(test).getByLabelText("To"), "person@example.com{Enter}");
    expect(await within(test).findByText("The server took the message")).toBeTruthy();
    expect(callsOf("emailTest")[0]?.[2]).toMatchObject({ host: "smtp.other.example", password: PASSWORD });
    await user.click(within(test).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Send a test mail" })).toBeNull());
    expect(within(dialog).getByLabelText<HTMLInputElement>("Host").value).toBe("smtp.other.example");
    expect(sent()).toEqual([]);
  });

  test("whose reply was lost says that the mailbox tells", async () => {
    refuse("emailTest", {
      code: "maybeCreated",
      message: "The message may have been sent",
      hint: "Look into the mailbox.",
    });
    const { user, dialog, submit } = await open();
    await user.type(within(dialog).getByLabelText("To"), "person@example.com");
    await user.type(within(dialog).getByLabelText("Password of the server"), PASSWORD);
    await submit();
    expect(await within(dialog).findByText(/Look into the mailbox/)).toBeTruthy();
  });
});

describe("going back to the platform's server", () => {
  const open = async () => {
    answer("emailGet", () => views.ownEmail());
    const opened = openWindow(PLACE);
    await opened.user.click(await screen.findByRole("button", { name: "Actions for the email server" }));
    await opened.user.click(
      await screen.findByRole("menuitem", { name: /Go back to the platform’s server…/ }),
    );
    const dialog = await screen.findByRole("dialog");
    return { ...opened, dialog, confirm: within(dialog).getByRole("button", { name: /Use the platform/ }) };
  };

  test("says what is lost, asks, and sends nothing of it", async () => {
    const { user, dialog, confirm } = await open();
    for (const lost of ["smtp.example.com:587", "postman", "The shop <shop@example.com>"]) {
      expect(within(dialog).getByText(lost)).toBeTruthy();
    }
    expect(within(dialog).getByText("set, and nobody can read it")).toBeTruthy();
    await user.dblClick(confirm);
    await gone(dialog);
    expect(sent()).toEqual([{ kind: "shared" }]);
    expect(await within(await section()).findByText("Shared server")).toBeTruthy();
  });

  test("that is refused says why, and the server stays", async () => {
    refuse("emailUpdate", { code: "platform", message: "Not now" });
    const { user, dialog, confirm } = await open();
    await user.click(confirm);
    expect(await within(dialog).findByText(/Not now/)).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(await within(await section()).findByText("Own server")).toBeTruthy();
  });
});

test("what is typed can be copied as text before it is sent, and never the password", async () => {
  const { user, dialog, fill } = await editing(views.sharedEmail());
  expect(within(dialog).queryByRole("button", { name: "Copy as…" })).toBeNull();
  await fill();
  await user.click(await within(dialog).findByRole("button", { name: "Copy as…" }));
  await waitFor(() =>
    expect(callsOf("callText").at(-1)).toEqual([
      "sandbox",
      {
        kind: "auth",
        projectId: ID,
        call: {
          kind: "updateEmailServer",
          server: {
            host: "smtp.example.com",
            port: 465,
            username: "postman",
            senderEmail: "shop@example.com",
            senderName: "The shop",
          },
          hasPassword: true,
        },
      },
    ]),
  );
  expect(JSON.stringify(callsOf("callText"))).not.toContain(PASSWORD);
  expect(sent()).toEqual([]);
});
