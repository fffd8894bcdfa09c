import { keys } from "@/data/keys";
import { operationSpec } from "@/data/mutation";
import { operationQuery } from "@/data/query";
import { copyAction } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import type { PermissionView } from "@/ipc/generated";
import { type Action, actionOn } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { ACTIONS, GROUPS } from "./words";

/** A project that can be shared. */
export interface SharedProject {
  accountId: string;
  projectId: string;
  projectName: string;
  /** The reason why nothing can be changed here; absent where something can. */
  locked?: string | undefined;
}

/** A person that a project is shared with. */
export interface PermissionSubject extends SharedProject {
  permission: PermissionView;
}

declare module "@/kit/action/action" {
  interface Subjects {
    sharedProject: SharedProject;
    permission: PermissionSubject;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    grantPermission: { at: SharedProject };
    revokePermission: { subject: PermissionSubject };
  }
}

export const permissionsQuery = (accountId: string, projectId: string) =>
  operationQuery([...keys.project(accountId, projectId), "permissions"], {
    kind: "permissionList",
    accountId,
    projectId,
  });

const listOf = (at: Pick<SharedProject, "accountId" | "projectId">) =>
  permissionsQuery(at.accountId, at.projectId).queryKey;

export const granting = ({ accountId, projectId }: SharedProject) =>
  operationSpec({ kind: "permissionGrant", accountId, projectId }, (email: string) => ({ email }), {
    onSuccess: (granted, _email, client) => {
      client.setQueryData(
        listOf({ accountId, projectId }),
        (list) => list && [...list.filter(({ id }) => id !== granted.id), granted],
      );
    },
  });

export const revoking = ({ accountId, projectId, permission: { id, email } }: PermissionSubject) =>
  operationSpec({ kind: "permissionRevoke", accountId, projectId, permissionId: id, email }, () => ({}), {
    onSuccess: (_done, _nothing, client) => {
      client.setQueryData(listOf({ accountId, projectId }), (list) => list?.filter((each) => each.id !== id));
    },
  });

/** Everything that a button or a menu does to who a project is shared with. */
export const permissionActions: readonly Action[] = [
  actionOn({
    id: "sharedProject.grant",
    about: "sharedProject",
    group: GROUPS.project,
    ...ACTIONS.grant,
    icon: "user",
    keywords: "permission access invite collaborator grant",
    blocked: ({ locked }) => locked,
    run: (at) => openDialog({ dialog: "grantPermission", at }),
  }),
  copyAction({
    id: "permission.copyEmail",
    about: "permission",
    group: GROUPS.person,
    ...ACTIONS.copyEmail,
    text: ({ permission }) => permission.email,
  }),
  ...textActions({
    id: "permission",
    about: "permission",
    group: GROUPS.person,
    json: ({ permission }) => permission,
    callOf: ({ accountId, projectId, projectName }) => ({
      operation: permissionsQuery(accountId, projectId).operation,
      title: ACTIONS.listCall(projectName),
    }),
  }),
  actionOn({
    id: "permission.revoke",
    about: "permission",
    group: GROUPS.stop,
    ...ACTIONS.revoke,
    icon: "trash",
    danger: true,
    keywords: "revoke remove access permission",
    blocked: ({ locked }) => locked,
    run: (subject) => openDialog({ dialog: "revokePermission", subject }),
  }),
];
