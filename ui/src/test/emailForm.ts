import { screen, within } from "@testing-library/react";
import type { EmailServerView } from "@/ipc/generated";
import { answer, callsOf } from "@/test/backend";
import { opened } from "@/test/interactions";
import { onProject } from "@/test/projectRoute";
import { openWindow } from "@/test/window";

/** Ways through the page of the email server and its form, for tests. */
export const PLACE = onProject("auth", "email");
export const PASSWORD = "open sesame";

export const section = () => screen.findByRole("region", { name: "Email server" });
export const sent = () => callsOf("emailUpdate").map(({ edit }) => edit);

export const FIELDS = {
  Host: "smtp.example.com",
  Port: "465",
  "User name": "postman",
  Password: PASSWORD,
  "Sender address": "shop@example.com",
  "Sender name": "The shop",
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
