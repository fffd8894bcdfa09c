import { copyAction } from "@/features/base/copyAction";
import { textActions } from "@/features/calls/copying";
import { type Action, actionOn } from "@/kit/action/action";
import { jsonText } from "@/kit/data/clipboard";
import { ask } from "@/kit/overlay/asked";
import { isOwn } from "./words";

const TRY = "Try the email server";
const CHANGE = "Change the email server";

/** Everything that a button or a menu does to the email server of a project. */
export const emailServerActions: readonly Action[] = [
  actionOn({
    id: "email.try",
    about: "emailServer",
    group: TRY,
    title: "Try the server…",
    icon: "plug",
    keywords: "smtp mail email probe connect tls login",
    when: ({ server }) => isOwn(server),
    run: (subject) => ask({ dialog: "tryEmailServer", subject }),
  }),
  actionOn({
    id: "email.test",
    about: "emailServer",
    group: TRY,
    title: "Send a test mail…",
    icon: "arrowRight",
    keywords: "smtp email message",
    when: ({ server }) => isOwn(server),
    blocked: ({ locked }) => locked,
    run: (subject) => ask({ dialog: "testEmail", subject }),
  }),
  actionOn({
    id: "email.own",
    about: "emailServer",
    group: CHANGE,
    title: "Use own SMTP server…",
    icon: "server",
    keywords: "email mail production standard",
    when: ({ server }) => !isOwn(server),
    blocked: ({ locked }) => locked,
    run: (subject) => ask({ dialog: "ownEmailServer", subject }),
  }),
  actionOn({
    id: "email.change",
    about: "emailServer",
    group: CHANGE,
    title: "Change SMTP server…",
    icon: "pencil",
    keywords: "email mail host port user password sender",
    when: ({ server }) => isOwn(server),
    blocked: ({ locked }) => locked,
    run: (subject) => ask({ dialog: "ownEmailServer", subject }),
  }),
  copyAction({
    id: "email.json",
    about: "emailServer",
    group: "The email server as text",
    title: "Copy as JSON",
    text: ({ server }) => jsonText(server),
    copied: "Copied as JSON",
  }),
  ...textActions({
    id: "email",
    about: "emailServer",
    group: "The email server as text",
    callOf: ({ accountId, projectId, projectName }) => ({
      accountId,
      call: { kind: "auth", projectId, call: { kind: "getEmailServer" } },
      title: `Email server of ${projectName}`,
    }),
  }),
  actionOn({
    id: "email.shared",
    about: "emailServer",
    group: "Give up the own email server",
    title: "Go back to the platform’s server…",
    icon: "undo",
    danger: true,
    keywords: "email mail shared smtp",
    when: ({ server }) => isOwn(server),
    blocked: ({ locked }) => locked,
    run: (subject) => ask({ dialog: "sharedEmailServer", subject }),
  }),
];
