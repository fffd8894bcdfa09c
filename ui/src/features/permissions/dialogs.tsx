import { useState } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { faultOfEmail } from "@/features/base/email";
import { type Form, useForm } from "@/features/base/useForm";
import { CallConfirmDialog, CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { FullPath } from "@/kit/data/FullPath";
import type { DialogComponents } from "@/kit/overlay/asked";
import { granting, type PermissionSubject, revoking, type SharedProject } from "./permissions";

/** Shares a project with one more person. */
function ShareDialog({ at }: { at: SharedProject }) {
  const [typed, setTyped] = useState("");
  const email = typed.trim();
  const fault = faultOfEmail(typed, "the person’s");
  const form = useForm(granting(at), { faults: { email: fault }, input: () => email });
  return (
    <CallFormDialog
      form={form}
      title="Share project"
      description={`The person can use ${at.projectName} from their own account, with all its branches and data.`}
      size="small"
      submit="Share project"
      blocked={at.locked}
      call={
        !fault && {
          accountId: at.accountId,
          title: "Share project",
          call: { kind: "grantPermission", projectId: at.projectId, email },
        }
      }
      failed={isUnclear(form) ? "The project may be shared" : "The project was not shared"}
    >
      <Field label="Email" hint="The address of their account on the platform." error={form.faults.email}>
        <TextInput type="email" value={typed} onChange={setTyped} placeholder="ada@example.com" />
      </Field>
    </CallFormDialog>
  );
}

/** Stops sharing a project with somebody. */
function StopSharingDialog({ subject }: { subject: PermissionSubject }) {
  const { accountId, projectId, projectName, permission } = subject;
  const account = useAccount(accountId);
  const form = useForm(revoking(subject), { input: () => undefined });
  return (
    <CallConfirmDialog
      form={form}
      title="Stop sharing?"
      confirm="Stop sharing"
      blocked={subject.locked}
      call={{
        accountId,
        title: `Stop sharing with ${permission.email}`,
        call: { kind: "revokePermission", projectId, permissionId: permission.id },
      }}
      failed={isUnclear(form) ? "Sharing may have ended" : "The project is still shared"}
      retry
    >
      <FullPath of={[account?.name, projectName, permission.email]} />
      <p>
        {permission.email} can no longer use this project. Passwords and connection strings they know stay
        good until the roles’ passwords are reset.
      </p>
    </CallConfirmDialog>
  );
}

/** Nobody knows whether it was done. */
const isUnclear = ({ error }: Form) => error !== undefined && viewOf(error).code === "maybeCreated";

export const permissionDialogs = {
  shareProject: ShareDialog,
  stopSharing: StopSharingDialog,
} satisfies Partial<DialogComponents>;
