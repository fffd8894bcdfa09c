import { emailServerQuery } from "@/data/queries";
import { actionsOn } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import { type Action, actionOn } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { actionWords, isOwn } from "./words";

/** Everything that a button or a menu does to the email server of a project. */
export const emailServerActions: readonly Action[] = [
  ...actionsOn({ about: "emailServer", group: actionWords.testGroup, when: ({ server }) => isOwn(server) }, [
    {
      id: "email.try",
      title: actionWords.try,
      icon: "plug",
      keywords: "smtp mail email probe try server tls login",
      run: (subject) => openDialog({ dialog: "tryEmailServer", subject }),
    },
    {
      id: "email.test",
      title: actionWords.test,
      icon: "arrowRight",
      keywords: "smtp email message",
      blocked: ({ locked }) => locked,
      run: (subject) => openDialog({ dialog: "testEmail", subject }),
    },
  ]),
  ...actionsOn({ about: "emailServer", group: actionWords.changeGroup, blocked: ({ locked }) => locked }, [
    {
      id: "email.own",
      title: actionWords.own,
      icon: "server",
      keywords: "email mail production standard",
      when: ({ server }) => !isOwn(server),
      run: (subject) => openDialog({ dialog: "ownEmailServer", subject }),
    },
    {
      id: "email.change",
      title: actionWords.change,
      icon: "pencil",
      keywords: "email mail host port user password sender",
      when: ({ server }) => isOwn(server),
      run: (subject) => openDialog({ dialog: "ownEmailServer", subject }),
    },
  ]),
  ...textActions({
    id: "email",
    about: "emailServer",
    group: actionWords.copyGroup,
    json: ({ server }) => server,
    callOf: (at) => ({
      operation: emailServerQuery(at).operation,
      title: actionWords.serverOf(at.projectName),
    }),
  }),
  actionOn({
    id: "email.shared",
    about: "emailServer",
    group: actionWords.sharedGroup,
    title: actionWords.shared,
    icon: "undo",
    danger: true,
    keywords: "email mail shared smtp",
    when: ({ server }) => isOwn(server),
    blocked: ({ locked }) => locked,
    run: (subject) => openDialog({ dialog: "sharedEmailServer", subject }),
  }),
];
