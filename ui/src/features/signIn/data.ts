import { keys } from "@/data/keys";
import { operationSpec } from "@/data/mutation";
import { operationQuery } from "@/data/query";
import type { PluginEdit, SignInEdit } from "@/ipc/generated";
import type { PluginSubject, SignInPlace } from "./subjects";

const placeOf = ({ accountId, projectId, branchId }: SignInPlace) => ({ accountId, projectId, branchId });

export const signInQuery = (at: SignInPlace) =>
  operationQuery([...keys.auth(at.accountId, at.projectId), "signIn", at.branchId], {
    kind: "signInGet",
    ...placeOf(at),
  });

export const changingSignIn = (at: SignInPlace) =>
  operationSpec({ kind: "signInUpdate", ...placeOf(at) }, (edit: SignInEdit) => ({ edit }), {
    onSuccess: (withPassword, _edit, client) => {
      client.setQueryData(signInQuery(at).queryKey, (known) => known && { ...known, withPassword });
    },
  });

export const changingPlugin = (subject: PluginSubject) =>
  operationSpec({ kind: "signInUpdatePlugin", ...placeOf(subject) }, (edit: PluginEdit) => ({ edit }), {
    // Each plugin is saved on its own.
    key: ["signIn", "plugin", subject.accountId, subject.projectId, subject.branchId, subject.plugin],
    onSuccess: ({ plugin, settings }, _edit, client) => {
      client.setQueryData(
        signInQuery(subject).queryKey,
        (known) => known && { ...known, [plugin]: settings },
      );
    },
  });

export const allowingLocalhost = (at: SignInPlace) =>
  operationSpec({ kind: "signInAllowLocalhost", ...placeOf(at) }, (allow: boolean) => ({ allow }), {
    onSuccess: (allowsLocalhost, _allow, client) => {
      client.setQueryData(signInQuery(at).queryKey, (known) => known && { ...known, allowsLocalhost });
    },
  });
