import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import type { EmailServerView } from "@/ipc/generated";
import type { Place } from "@/kit/route/place";
import { answer, callsOf } from "@/test/backend";
import { opened } from "@/test/hands";
import { openWindow } from "@/test/window";

/** Ways through the card of the email server and its form, for tests. */
export const ID = "shop-prod-12345678";
export const PLACE: Place = { screen: "project", account: "sandbox", id: ID, tab: "auth" };
export const PASSWORD = "open sesame";

/** A message that passes is a dialog as well, so it is not asked whether there is any. */
export const gone = (dialog: HTMLElement) => waitFor(() => expect(dialog.isConnected).toBe(false));

export const section = () => screen.findByRole("region", { name: "Email server" });
export const sent = () => callsOf("emailUpdate").map((args) => args[2]);

export const FIELDS = {
  Host: "smtp.example.com",
  Port: "465",
  "User name": "postman",
  Password: PASSWORD,
  "Sender’s address": "shop@example.com",
  "Sender’s name": "The shop",
};

/** Opens the form over the server that is set. */
export async function editing(server: EmailServerView) {
  answer("emailGet", () => server);
  const { user, ...rest } = openWindow(PLACE);
  const open = server.kind === "shared" ? "Use own SMTP server…" : "Change SMTP server…";
  const dialog = await opened(user.click(await within(await section()).findByRole("button", { name: open })));
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
