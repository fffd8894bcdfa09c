import { oauthProvidersQuery } from "@/data/queries";
import { actionsOn } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import { type Action, actionOn } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { actionWords, providerWord } from "./words";

/** Everything that a button or a menu does to the OAuth providers of a project. */
export const oauthProviderActions: readonly Action[] = [
  actionOn({
    id: "oauthProvider.new",
    about: "oauthProviders",
    group: actionWords.group,
    title: actionWords.add,
    icon: "plus",
    keywords: "new google github microsoft sign in log in social",
    blocked: ({ locked }) => locked,
    run: (at) => openDialog({ dialog: "addOauthProvider", at }),
  }),
  ...actionsOn({ about: "oauthProvider", group: actionWords.changeGroup, blocked: ({ locked }) => locked }, [
    {
      id: "oauthProvider.own",
      title: actionWords.own,
      titleFor: ({ provider }) => actionWords.ownFor(providerWord(provider.id)),
      icon: "key",
      keywords: "client id secret production",
      when: ({ provider }) => provider.isShared !== false,
      run: (subject) => openDialog({ dialog: "oauthCredentials", subject }),
    },
    {
      id: "oauthProvider.change",
      title: actionWords.change,
      titleFor: ({ provider }) => actionWords.changeOf(providerWord(provider.id)),
      icon: "pencil",
      keywords: "client id secret update rotate",
      when: ({ provider }) => provider.isShared === false,
      run: (subject) => openDialog({ dialog: "oauthCredentials", subject }),
    },
  ]),
  ...textActions({
    id: "oauthProvider",
    about: "oauthProvider",
    group: actionWords.copyGroup,
    json: ({ provider }) => provider,
    callOf: (at) => ({
      operation: oauthProvidersQuery(at).operation,
      title: actionWords.providersOf(at.projectName),
    }),
  }),
  actionOn({
    id: "oauthProvider.delete",
    about: "oauthProvider",
    group: actionWords.deleteGroup,
    title: actionWords.delete,
    titleFor: ({ provider }) => actionWords.deleteNamed(providerWord(provider.id)),
    icon: "trash",
    shortcut: "Delete",
    danger: true,
    keywords: "remove",
    blocked: ({ locked }) => locked,
    run: (subject) => openDialog({ dialog: "deleteOauthProvider", subject }),
  }),
];
