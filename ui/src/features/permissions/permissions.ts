import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { copyAction } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import { call } from "@/ipc/call";
import type { PermissionView } from "@/ipc/generated";
import { type Action, actionOn } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { ACTIONS, GROUPS } from "./words";

/** A project that can be shared. */
export interface SharedProject {
  accountId: string;
  projectId: string;
  projectName: string;
  /** Why nothing can be changed here, where nothing can. */
  locked?: string | undefined;
}

/** Somebody whom it is shared with. */
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

export const permissionsQuery = (account: string, project: string) =>
  queryOptions({
    queryKey: [...keys.project(account, project), "permissions"],
    queryFn: () => call.permissionList(account, project),
  });

const listOf = (at: SharedProject) => permissionsQuery(at.accountId, at.projectId).queryKey;

export const granting = (at: SharedProject): MutationSpec<PermissionView, string> => ({
  key: ["permission", "grant", at.accountId, at.projectId],
  run: (email) => call.permissionGrant(at.accountId, at.projectId, email),
  onSuccess: (granted, _email, client) => {
    client.setQueryData(
      listOf(at),
      (list) => list && [...list.filter(({ id }) => id !== granted.id), granted],
    );
  },
});

export const revoking = (at: PermissionSubject): MutationSpec<null, void> => ({
  key: ["permission", "revoke", at.accountId, at.projectId, at.permission.id],
  run: () => call.permissionRevoke(at.accountId, at.projectId, at.permission.id, at.permission.email),
  onSuccess: (_done, _nothing, client) => {
    client.setQueryData(listOf(at), (list) => list?.filter(({ id }) => id !== at.permission.id));
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
      accountId,
      call: { kind: "listPermissions", projectId },
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
