import { useState } from "react";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { rolesError, rolesOf, words } from "@/features/userRoles/words";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { settingRoles } from "./mutations";
import type { AuthUserSubject } from "./subjects";

/** Gives a user other roles in place of the present ones. */
export function SetRolesDialog({ subject }: { subject: AuthUserSubject }) {
  const { at, user } = subject;
  const [typed, setTyped] = useState(user.roles.join(", "));
  const roles = rolesOf(typed);
  const form = useForm(settingRoles(subject), {
    fieldErrors: { roles: rolesError(typed) },
    unchanged: roles.join() === user.roles.join(),
    input: () => roles,
  });
  return (
    <CallFormDialog
      form={form}
      title={words.dialog(user.email ?? user.id)}
      description={words.about}
      submit={words.submit}
      blocked={at.locked}
      call={words.submit}
      failed={words.failed}
    >
      <Field label={words.field} hint={words.hint} error={form.fieldErrors.roles}>
        <TextInput value={typed} onChange={setTyped} placeholder={words.example} autoFocus />
      </Field>
    </CallFormDialog>
  );
}
