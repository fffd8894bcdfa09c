import { actionsOn } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import type { Action } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { signInQuery } from "./data";
import { actionWords, pluginWords, words } from "./words";

/** Everything that a button or a menu does to how people sign in. */
export const signInActions: readonly Action[] = [
  ...actionsOn({ about: "signIn", group: actionWords.group, blocked: ({ locked }) => locked }, [
    {
      id: "signIn.change",
      title: actionWords.change,
      icon: "pencil",
      keywords: "auth email password sign up verification",
      run: (subject) => openDialog({ dialog: "changeSignIn", subject }),
    },
  ]),
  ...textActions({
    id: "signIn",
    about: "signIn",
    group: actionWords.copyGroup,
    json: ({ withPassword }) => withPassword,
    callOf: (at) => ({
      operation: signInQuery(at).operation,
      title: words.call(at.projectName),
    }),
  }),
  ...actionsOn({ about: "signInPlugin", group: actionWords.group, blocked: ({ locked }) => locked }, [
    {
      id: "signInPlugin.change",
      title: actionWords.changePlugin,
      titleFor: ({ plugin }) => pluginWords[plugin].change,
      icon: "pencil",
      keywords: "auth magic link phone number organization",
      run: (subject) => openDialog({ dialog: "changePlugin", subject }),
    },
  ]),
  ...textActions({
    id: "signInPlugin",
    about: "signInPlugin",
    group: actionWords.copyGroup,
    json: ({ settings }) => settings,
    callOf: (at) => ({
      operation: signInQuery(at).operation,
      title: words.call(at.projectName),
    }),
  }),
];
