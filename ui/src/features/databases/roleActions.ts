import { perform } from "@/data/work";
import { textActions } from "@/features/calls/copying";
import { type Action, actionOn } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { ask } from "@/kit/overlay/asked";
import { copied, toast } from "@/kit/overlay/toasts";
import { sourceOfRole } from "./connecting";
import { copyingPassword, copyingString, openingPsql } from "./mutations";
import type { RoleSubject } from "./places";
import { canLogIn, changeBlocked, loginBlocked, passwordBlocked } from "./words";

const ROLE = "This role";
const TEXT = "This role as text";

const connectBlocked = (subject: RoleSubject) =>
  loginBlocked(subject) ?? (subject.connectsTo ? undefined : "The branch has no database to connect to");

export const roleActions: readonly Action[] = [
  actionOn({
    id: "role.copy",
    about: "role",
    group: ROLE,
    title: "Copy connection string",
    titleFor: ({ connectsTo }) => `Copy connection string${connectsTo ? ` to ${connectsTo}` : ""}`,
    icon: "copy",
    shortcut: "Mod+Shift+C",
    blocked: connectBlocked,
    async run(subject, { client }) {
      const source = sourceOfRole(subject, "pooled");
      const seconds = source && (await perform(client, copyingString(subject), source));
      if (seconds !== undefined) copied("Connection string", seconds);
    },
  }),
  actionOn({
    id: "role.psql",
    about: "role",
    group: ROLE,
    title: "Open psql",
    titleFor: ({ role }) => `Open psql as ${role.name}`,
    icon: "terminal",
    blocked: connectBlocked,
    async run(subject, { client }) {
      const source = sourceOfRole(subject, "direct");
      if (source) await perform(client, openingPsql(subject), source);
    },
  }),
  actionOn({
    id: "role.reveal",
    about: "role",
    group: ROLE,
    title: "Reveal password…",
    icon: "eye",
    keywords: "show secret",
    blocked: passwordBlocked,
    run: (subject) => ask({ dialog: "rolePassword", subject }),
  }),
  actionOn({
    id: "role.copyPassword",
    about: "role",
    group: ROLE,
    title: "Copy password",
    icon: "key",
    blocked: passwordBlocked,
    async run(subject, { client }) {
      const seconds = await perform(client, copyingPassword(subject), subject.role.name);
      if (seconds !== undefined) copied("Password", seconds);
    },
  }),
  actionOn({
    id: "role.reset",
    about: "role",
    group: "Change this role",
    title: "Reset password…",
    icon: "refresh",
    keywords: "new password rotate",
    blocked: (subject) =>
      changeBlocked(subject) ?? (canLogIn(subject.role) ? undefined : passwordBlocked(subject)),
    run: (subject) => ask({ dialog: "resetPassword", subject }),
  }),
  actionOn({
    id: "role.json",
    about: "role",
    group: TEXT,
    title: "Copy as JSON",
    icon: "copy",
    async run({ role }) {
      await writeClipboard(jsonText(role));
      toast({ title: "Copied as JSON" });
    },
  }),
  ...textActions({
    id: "role",
    about: "role",
    group: TEXT,
    callOf: ({ accountId, projectId, branchId, branchName }) => ({
      accountId,
      call: { kind: "listRoles", projectId, branchId },
      title: `Roles of ${branchName}`,
    }),
  }),
  actionOn({
    id: "role.delete",
    about: "role",
    group: "Delete this role",
    title: "Delete…",
    titleFor: ({ role }) => `Delete ${role.name}…`,
    icon: "trash",
    shortcut: "Delete",
    danger: true,
    keywords: "drop remove",
    blocked: changeBlocked,
    run: (subject) => ask({ dialog: "deleteRole", subject }),
  }),
];
