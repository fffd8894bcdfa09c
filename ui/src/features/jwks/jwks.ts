import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { copyAction } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import { call } from "@/ipc/call";
import type { AddJwks, ChangeView, JwksView } from "@/ipc/generated";
import { type Action, actionOn } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { ACTIONS, GROUPS } from "./words";

/** A project that takes tokens. */
export interface JwksProject {
  accountId: string;
  projectId: string;
  projectName: string;
  /** Why nothing can be changed here, where nothing can. */
  locked?: string | undefined;
}

/** One address of keys. */
export interface JwksSubject extends JwksProject {
  jwks: JwksView;
}

declare module "@/kit/action/action" {
  interface Subjects {
    jwksProject: JwksProject;
    jwks: JwksSubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    addJwks: { at: JwksProject };
    removeJwks: { subject: JwksSubject };
  }
}

export const jwksQuery = (account: string, project: string) =>
  queryOptions({
    queryKey: [...keys.project(account, project), "jwks"],
    queryFn: () => call.jwksList(account, project),
  });

const listOf = (at: JwksProject) => jwksQuery(at.accountId, at.projectId).queryKey;

export const adding = (at: JwksProject): MutationSpec<ChangeView<JwksView>, AddJwks> => ({
  key: ["jwks", "add", at.accountId, at.projectId],
  run: (add) => call.jwksAdd(at.accountId, at.projectId, add),
  onSuccess: ({ item }, _add, client) => {
    client.setQueryData(listOf(at), (list) => list && [...list.filter(({ id }) => id !== item.id), item]);
  },
});

export const removing = (at: JwksSubject): MutationSpec<null, void> => ({
  key: ["jwks", "remove", at.accountId, at.projectId, at.jwks.id],
  run: () => call.jwksRemove(at.accountId, at.projectId, at.jwks.id, at.jwks.url),
  onSuccess: (_done, _nothing, client) => {
    client.setQueryData(listOf(at), (list) => list?.filter(({ id }) => id !== at.jwks.id));
  },
});

/** Everything that a button or a menu does to whose tokens a project takes. */
export const jwksActions: readonly Action[] = [
  actionOn({
    id: "jwksProject.add",
    about: "jwksProject",
    group: GROUPS.project,
    ...ACTIONS.add,
    icon: "key",
    keywords: "jwt token provider clerk auth0 public keys",
    blocked: ({ locked }) => locked,
    run: (at) => openDialog({ dialog: "addJwks", at }),
  }),
  copyAction({
    id: "jwks.copyUrl",
    about: "jwks",
    group: GROUPS.jwks,
    ...ACTIONS.copyUrl,
    text: ({ jwks }) => jwks.url,
  }),
  ...textActions({
    id: "jwks",
    about: "jwks",
    group: GROUPS.jwks,
    json: ({ jwks }) => jwks,
    callOf: ({ accountId, projectId, projectName }) => ({
      accountId,
      call: { kind: "listJwks", projectId },
      title: ACTIONS.listCall(projectName),
    }),
  }),
  actionOn({
    id: "jwks.remove",
    about: "jwks",
    group: GROUPS.remove,
    ...ACTIONS.remove,
    icon: "trash",
    danger: true,
    keywords: "delete token provider",
    blocked: ({ locked }) => locked,
    run: (subject) => openDialog({ dialog: "removeJwks", subject }),
  }),
];
