import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { call } from "@/ipc/call";
import type { EmailAndPasswordView, PluginEdit, PluginView, SignInEdit } from "@/ipc/generated";
import type { PluginSubject, SignInPlace } from "./subjects";

export const signInQuery = ({ accountId, projectId, branchId }: SignInPlace) =>
  queryOptions({
    queryKey: [...keys.auth(accountId, projectId), "signIn", branchId],
    queryFn: () => call.signInGet(accountId, projectId, branchId),
  });

const keyOf = (verb: string, { accountId, projectId, branchId }: SignInPlace) => [
  "signIn",
  verb,
  accountId,
  projectId,
  branchId,
];

export const changingSignIn = (at: SignInPlace): MutationSpec<EmailAndPasswordView, SignInEdit> => ({
  key: keyOf("change", at),
  run: (edit) => call.signInUpdate(at.accountId, at.projectId, at.branchId, edit),
  onSuccess: (withPassword, _edit, client) => {
    client.setQueryData(signInQuery(at).queryKey, (known) => known && { ...known, withPassword });
  },
});

export const changingPlugin = (subject: PluginSubject): MutationSpec<PluginView, PluginEdit> => ({
  key: [...keyOf("plugin", subject), subject.plugin],
  run: (edit) => call.signInUpdatePlugin(subject.accountId, subject.projectId, subject.branchId, edit),
  onSuccess: ({ plugin, settings }, _edit, client) => {
    client.setQueryData(signInQuery(subject).queryKey, (known) => known && { ...known, [plugin]: settings });
  },
});

export const allowingLocalhost = (at: SignInPlace): MutationSpec<boolean, boolean> => ({
  key: keyOf("localhost", at),
  run: (allow) => call.signInAllowLocalhost(at.accountId, at.projectId, at.branchId, allow),
  onSuccess: (allowsLocalhost, _allow, client) => {
    client.setQueryData(signInQuery(at).queryKey, (known) => known && { ...known, allowsLocalhost });
  },
});
