import { keys } from "@/data/keys";
import { operationSpec } from "@/data/mutation";
import { operationQuery } from "@/data/query";
import { copyAction } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import type { AddJwks, JwksView } from "@/ipc/generated";
import { type Action, actionOn } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { ACTIONS, GROUPS } from "./words";

/** A project that takes tokens. */
export interface JwksProject {
  accountId: string;
  projectId: string;
  projectName: string;
  /** The reason why nothing can be changed here; absent where something can. */
  locked?: string | undefined;
}

/** An address of public keys. */
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

export const jwksQuery = (accountId: string, projectId: string) =>
  operationQuery([...keys.project(accountId, projectId), "jwks"], { kind: "jwksList", accountId, projectId });

export const adding = ({ accountId, projectId }: JwksProject) =>
  operationSpec({ kind: "jwksAdd", accountId, projectId }, (add: AddJwks) => ({ add }), {
    onSuccess: ({ item }, _add, client) => {
      client.setQueryData(
        jwksQuery(accountId, projectId).queryKey,
        (list) => list && [...list.filter(({ id }) => id !== item.id), item],
      );
    },
  });

export const removing = ({ accountId, projectId, jwks: { id: jwksId, url } }: JwksSubject) =>
  operationSpec({ kind: "jwksRemove", accountId, projectId, jwksId, url }, () => ({}), {
    onSuccess: (_done, _nothing, client) => {
      client.setQueryData(jwksQuery(accountId, projectId).queryKey, (list) =>
        list?.filter(({ id }) => id !== jwksId),
      );
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
      operation: jwksQuery(accountId, projectId).operation,
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
