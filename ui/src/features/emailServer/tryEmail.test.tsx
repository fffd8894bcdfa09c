import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { UNKNOWN_SECRET } from "@/ipc/bridgeWords";
import type { SmtpProbeView } from "@/ipc/generated";
import { answer, callsOf, refuse } from "@/test/backend";
import { editing, PASSWORD, PLACE, section, sent } from "@/test/emailForm";
import { gone } from "@/test/interactions";
import { ID } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

const WHOLE: SmtpProbeView = {
  steps: [
    { step: "connect", state: "passed", detail: null, tookMs: 12 },
    { step: "greet", state: "passed", detail: "220 mail.example", tookMs: 3 },
    { step: "tls", state: "warned", detail: "The certificate ends in 3 days.", tookMs: 40 },
    { step: "login", state: "failed", detail: "535 bad password", tookMs: 1200 },
  ],
};

beforeEach(() => {
  answer("authIntegrations", () => [views.integration({ branchId: "br-auth-7" })]);
  answer("emailProbe", () => WHOLE);
});

describe("trying the server", () => {
  test("shows each step with its state in words, what the server said and how long it took", async () => {
    const { dialog, fill, press } = await editing(views.sharedEmail());
    await fill();
    await press("Test connection");
    const steps = within(await within(dialog).findByRole("region", { name: "Test results" }));
    const words = steps.getAllByRole("listitem").map((item) => item.textContent);
    expect(words).toEqual([
      "PassedConnection12 ms",
      "PassedGreeting220 mail.example3 ms",
      "WarningEncryption (TLS)The certificate ends in 3 days.40 ms",
      "FailedLogin535 bad password1.2 s",
    ]);
    expect(callsOf("emailProbe")).toEqual([
      { request: { host: "smtp.example.com", port: 465, username: "postman", password: PASSWORD } },
    ]);
    expect(sent()).toEqual([]);
  });

  test("needs host and port only, and says that the login is not tried", async () => {
    const { dialog, write, press } = await editing(views.sharedEmail());
    await press("Test connection");
    expect(await within(dialog).findByText("Enter a host.")).toBeTruthy();
    await write("Host", "smtp.example.com");
    expect(within(dialog).getByText(/Without a password, the login isn’t tested/)).toBeTruthy();
    await press("Test connection");
    await waitFor(() => expect(callsOf("emailProbe")).toHaveLength(1));
    expect(callsOf("emailProbe")[0]).toEqual({
      request: { host: "smtp.example.com", port: 587, username: null, password: null },
    });
  });

  test("what was found goes when the server is typed anew", async () => {
    const { dialog, fill, write, press } = await editing(views.sharedEmail());
    await fill();
    await press("Test connection");
    await within(dialog).findByRole("region", { name: "Test results" });
    await write("Sender name", "Another shop");
    expect(within(dialog).getByRole("region", { name: "Test results" })).toBeTruthy();
    await write("Host", "smtp2.example.com");
    expect(within(dialog).queryByRole("region", { name: "Test results" })).toBeNull();
  });

  test("one that hangs can be left, and does not hold up the next", async () => {
    answer("emailProbe", () => new Promise<SmtpProbeView>(() => {}));
    const { user, dialog, fill, press } = await editing(views.sharedEmail());
    await fill();
    await press("Test connection");
    expect(await within(dialog).findByText(/Testing smtp.example.com:465 from this machine/)).toBeTruthy();
    await press("Cancel");
    await press("Discard");
    await gone(dialog);
    answer("emailProbe", () => WHOLE);
    await user.click(within(await section()).getByRole("button", { name: "Use own SMTP server…" }));
    const again = await screen.findByRole("dialog");
    await user.type(within(again).getByLabelText("Host"), "smtp.example.com");
    await user.click(within(again).getByRole("button", { name: "Test connection" }));
    expect(await within(again).findByRole("region", { name: "Test results" })).toBeTruthy();
  });

  test("of the server that is set asks for its password, which may stay empty", async () => {
    answer("emailGet", () => views.ownEmail());
    const { user } = openWindow(PLACE);
    await user.click(await within(await section()).findByRole("button", { name: "Test connection…" }));
    const dialog = await screen.findByRole("dialog", { name: "Test connection" });
    await user.click(within(dialog).getByRole("button", { name: "Test connection" }));
    await within(dialog).findByRole("region", { name: "Test results" });
    await user.type(within(dialog).getByLabelText("Password"), PASSWORD);
    await user.click(within(dialog).getByRole("button", { name: "Test connection" }));
    await waitFor(() =>
      expect(callsOf("emailProbe").map(({ request }) => request)).toEqual([
        { host: "smtp.example.com", port: 587, username: "postman", password: null },
        { host: "smtp.example.com", port: 587, username: "postman", password: PASSWORD },
      ]),
    );
  });

  test("that cannot be done says why", async () => {
    refuse("emailProbe", { code: "invalid", message: "This is no name of a server" });
    const { dialog, fill, press } = await editing(views.sharedEmail());
    await fill();
    await press("Test connection");
    expect(await within(dialog).findByText(/This is no name of a server/)).toBeTruthy();
  });
});

describe("a test mail", () => {
  const open = async () => {
    answer("emailGet", () => views.ownEmail());
    const opened = openWindow(PLACE);
    await opened.user.click(await within(await section()).findByRole("button", { name: "Send test email…" }));
    const dialog = await screen.findByRole("dialog", { name: "Send test email" });
    const submit = () => opened.user.click(within(dialog).getByRole("button", { name: "Send test email" }));
    return { ...opened, dialog, submit };
  };

  test("needs the password, which the platform keeps to itself, and goes to the integration's branch", async () => {
    answer("emailTest", () => ({ sent: true, error: null }));
    const { user, dialog, submit } = await open();
    expect(within(dialog).getByText(/The platform doesn’t/)).toBeTruthy();
    await user.type(within(dialog).getByLabelText("To"), "person@example.com");
    await submit();
    expect(await within(dialog).findByText("Enter a password.")).toBeTruthy();
    expect(callsOf("emailTest")).toEqual([]);
    await user.type(within(dialog).getByLabelText("Server password"), PASSWORD);
    await submit();
    expect(await within(dialog).findByText("The server accepted the message")).toBeTruthy();
    expect(callsOf("emailTest")).toEqual([
      {
        accountId: "sandbox",
        projectId: ID,
        test: {
          branchId: "br-auth-7",
          host: "smtp.example.com",
          port: 587,
          username: "postman",
          password: PASSWORD,
          senderEmail: "shop@example.com",
          senderName: "The shop",
          recipient: "person@example.com",
        },
      },
    ]);
  });

  test("is shown as text without the password", async () => {
    const { user, dialog } = await open();
    await user.type(within(dialog).getByLabelText("To"), "person@example.com");
    await user.type(within(dialog).getByLabelText("Server password"), PASSWORD);
    await user.click(await within(dialog).findByRole("button", { name: "Copy as…" }));
    await waitFor(() =>
      expect(callsOf("callText").at(-1)?.call).toMatchObject({
        kind: "emailTest",
        test: { branchId: "br-auth-7", recipient: "person@example.com", password: UNKNOWN_SECRET },
      }),
    );
    expect(JSON.stringify(callsOf("callText"))).not.toContain(PASSWORD);
    expect(callsOf("emailTest")).toEqual([]);
  });

  test("that the server refuses says so in its words, and stays to be sent again", async () => {
    answer("emailTest", () => ({ sent: false, error: "550 no such mailbox" }));
    const { user, dialog, submit } = await open();
    const to = within(dialog).getByLabelText<HTMLInputElement>("To");
    await user.type(to, "person@example.com");
    await user.type(within(dialog).getByLabelText("Server password"), PASSWORD);
    await submit();
    expect(await within(dialog).findByText("550 no such mailbox")).toBeTruthy();
    expect(to.value).toBe("person@example.com");
    answer("emailTest", () => ({ sent: true, error: null }));
    await submit();
    expect(await within(dialog).findByText("The server accepted the message")).toBeTruthy();
    expect(within(dialog).queryByText("550 no such mailbox")).toBeNull();
  });

  test("goes through what is typed and not saved yet, with the password typed there", async () => {
    answer("emailTest", () => ({ sent: true, error: null }));
    const { user, dialog, fill, press } = await editing(views.sharedEmail());
    await fill({ Host: "smtp.other.example" });
    await press("Send test email…");
    const test = await screen.findByRole("dialog", { name: "Send test email" });
    expect(within(test).getByText("smtp.other.example:465 as postman")).toBeTruthy();
    expect(within(test).queryByLabelText("Server password")).toBeNull();
    await user.type(within(test).getByLabelText("To"), "person@example.com{Enter}");
    expect(await within(test).findByText("The server accepted the message")).toBeTruthy();
    expect(callsOf("emailTest")[0]?.test).toMatchObject({ host: "smtp.other.example", password: PASSWORD });
    await user.click(within(test).getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Send test email" })).toBeNull());
    expect(within(dialog).getByLabelText<HTMLInputElement>("Host").value).toBe("smtp.other.example");
    expect(sent()).toEqual([]);
  });

  test("whose reply was lost says that the mailbox tells", async () => {
    refuse("emailTest", {
      code: "maybeCreated",
      message: "The message may have been sent",
      hint: "Check the inbox.",
    });
    const { user, dialog, submit } = await open();
    await user.type(within(dialog).getByLabelText("To"), "person@example.com");
    await user.type(within(dialog).getByLabelText("Server password"), PASSWORD);
    await submit();
    expect(await within(dialog).findByText(/Check the inbox/)).toBeTruthy();
  });
});
