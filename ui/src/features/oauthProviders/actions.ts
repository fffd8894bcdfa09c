import { actionsOn } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import { type Action, actionOn } from "@/kit/action/action";
import { ask } from "@/kit/overlay/asked";
import { providerWord } from "./words";

/** Everything that a button or a menu does to the OAuth providers of a project. */
export const oauthProviderActions: readonly Action[] = [
  actionOn({
    id: "oauthProvider.new",
    about: "oauthProviders",
    group: "Sign-in",
    title: "Add OAuth provider…",
    icon: "plus",
    keywords: "new google github microsoft sign in log in social",
    blocked: ({ locked }) => locked,
    run: (at) => ask({ dialog: "addOauthProvider", at }),
  }),
  ...actionsOn({ about: "oauthProvider", group: "Change this provider", blocked: ({ locked }) => locked }, [
    {
      id: "oauthProvider.own",
      title: "Use own credentials…",
      titleFor: ({ provider }) => `Use own credentials for ${providerWord(provider.id)}…`,
      icon: "key",
      keywords: "client id secret production",
      when: ({ provider }) => provider.isShared !== false,
      run: (subject) => ask({ dialog: "oauthCredentials", subject }),
    },
    {
      id: "oauthProvider.change",
      title: "Change credentials…",
      titleFor: ({ provider }) => `Change credentials of ${providerWord(provider.id)}…`,
      icon: "pencil",
      keywords: "client id secret update rotate",
      when: ({ provider }) => provider.isShared === false,
      run: (subject) => ask({ dialog: "oauthCredentials", subject }),
    },
  ]),
  ...textActions({
    id: "oauthProvider",
    about: "oauthProvider",
    group: "Copy this provider",
    json: ({ provider }) => provider,
    callOf: ({ accountId, projectId, projectName }) => ({
      accountId,
      call: { kind: "listOauthProviders", projectId },
      title: `OAuth providers of ${projectName}`,
    }),
  }),
  actionOn({
    id: "oauthProvider.delete",
    about: "oauthProvider",
    group: "Delete this provider",
    title: "Delete…",
    titleFor: ({ provider }) => `Delete ${providerWord(provider.id)}…`,
    icon: "trash",
    shortcut: "Delete",
    danger: true,
    keywords: "remove",
    blocked: ({ locked }) => locked,
    run: (subject) => ask({ dialog: "deleteOauthProvider", subject }),
  }),
];
