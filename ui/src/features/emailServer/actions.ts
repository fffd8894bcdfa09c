import { actionsOn } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import { type Action, actionOn } from "@/kit/action/action";
import { ask } from "@/kit/overlay/asked";
import { isOwn } from "./words";

const TRY = "Test the email server";
const CHANGE = "Change the email server";

/** Everything that a button or a menu does to the email server of a project. */
export const emailServerActions: readonly Action[] = [
  ...actionsOn({ about: "emailServer", group: TRY, when: ({ server }) => isOwn(server) }, [
    {
      id: "email.try",
      title: "Test connection…",
      icon: "plug",
      keywords: "smtp mail email probe try server tls login",
      run: (subject) => ask({ dialog: "tryEmailServer", subject }),
    },
    {
      id: "email.test",
      title: "Send test email…",
      icon: "arrowRight",
      keywords: "smtp email message",
      blocked: ({ locked }) => locked,
      run: (subject) => ask({ dialog: "testEmail", subject }),
    },
  ]),
  ...actionsOn({ about: "emailServer", group: CHANGE, blocked: ({ locked }) => locked }, [
    {
      id: "email.own",
      title: "Use own SMTP server…",
      icon: "server",
      keywords: "email mail production standard",
      when: ({ server }) => !isOwn(server),
      run: (subject) => ask({ dialog: "ownEmailServer", subject }),
    },
    {
      id: "email.change",
      title: "Change SMTP server…",
      icon: "pencil",
      keywords: "email mail host port user password sender",
      when: ({ server }) => isOwn(server),
      run: (subject) => ask({ dialog: "ownEmailServer", subject }),
    },
  ]),
  ...textActions({
    id: "email",
    about: "emailServer",
    group: "Copy the email server",
    json: ({ server }) => server,
    callOf: ({ accountId, projectId, projectName }) => ({
      accountId,
      call: { kind: "getEmailServer", projectId },
      title: `Email server of ${projectName}`,
    }),
  }),
  actionOn({
    id: "email.shared",
    about: "emailServer",
    group: "Use the shared server",
    title: "Use shared server…",
    icon: "undo",
    danger: true,
    keywords: "email mail shared smtp",
    when: ({ server }) => isOwn(server),
    blocked: ({ locked }) => locked,
    run: (subject) => ask({ dialog: "sharedEmailServer", subject }),
  }),
];
