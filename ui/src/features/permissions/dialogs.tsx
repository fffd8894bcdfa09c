import { useState } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { emailError } from "@/features/base/email";
import { type Form, useForm } from "@/features/base/useForm";
import { CallConfirmDialog, CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { FullPath } from "@/kit/data/FullPath";
import type { DialogComponents } from "@/kit/overlay/dialogs";
import { granting, type PermissionSubject, revoking, type SharedProject } from "./permissions";
import { SHARE, STOP } from "./words";

/** Shares a project with one more person. */
function GrantPermissionDialog({ at }: { at: SharedProject }) {
  const [typed, setTyped] = useState("");
  const email = typed.trim();
  const form = useForm(granting(at), {
    fieldErrors: { email: emailError(typed, SHARE.whose) },
    refusals: { invalid: "email", exists: "email" },
    input: () => email,
  });
  return (
    <CallFormDialog
      form={form}
      title={SHARE.title}
      description={SHARE.text(at.projectName)}
      size="small"
      submit={SHARE.title}
      blocked={at.locked}
      call={SHARE.title}
      failed={isUnclear(form) ? SHARE.unclear : SHARE.failed}
    >
      <Field label={SHARE.email} hint={SHARE.hint} error={form.fieldErrors.email}>
        <TextInput type="email" value={typed} onChange={setTyped} placeholder="ada@example.com" />
      </Field>
    </CallFormDialog>
  );
}

/** Stops sharing a project with a person. */
function RevokePermissionDialog({ subject }: { subject: PermissionSubject }) {
  const { accountId, projectName, permission } = subject;
  const account = useAccount(accountId);
  const form = useForm(revoking(subject), { input: () => undefined, deletes: permission.email });
  return (
    <CallConfirmDialog
      form={form}
      title={STOP.title}
      confirm={STOP.submit}
      blocked={subject.locked}
      call={STOP.call(permission.email)}
      failed={isUnclear(form) ? STOP.unclear : STOP.failed}
      retry
    >
      <FullPath of={[account?.name, projectName, permission.email]} />
      <p>{STOP.means(permission.email)}</p>
    </CallConfirmDialog>
  );
}

/** True if the change may have happened although its reply was lost. */
const isUnclear = ({ error }: Form) => error !== undefined && viewOf(error).code === "maybeCreated";

export const permissionDialogs = {
  grantPermission: GrantPermissionDialog,
  revokePermission: RevokePermissionDialog,
} satisfies Partial<DialogComponents>;
