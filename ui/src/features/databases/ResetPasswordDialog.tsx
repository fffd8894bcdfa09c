import { useState } from "react";
import { useAccount } from "@/data/account";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { Notice } from "@/kit/state/Notice";
import { resettingPassword } from "./mutations";
import type { RoleSubject } from "./places";
import { useReload } from "./useReload";

/** Gives a role a new password, after saying what stops working. */
export function ResetPasswordDialog({ subject }: { subject: RoleSubject }) {
  const { accountId, projectId, branchId, role } = subject;
  const account = useAccount(accountId);
  const reload = useReload(subject);
  const [lost, setLost] = useState(false);
  const form = useForm(resettingPassword(subject, role.name), {
    input: () => undefined,
    onDone: ({ password }) => {
      if (password === null) setLost(true);
      else form.close();
    },
    onRefused: reload,
  });
  return (
    <CallConfirmDialog
      form={form}
      title={`Reset the password of ${role.name}?`}
      confirm={lost ? "Reset again" : "Reset password"}
      call={{
        accountId,
        title: `Reset the password of ${role.name}`,
        call: { kind: "resetRolePassword", projectId, branchId, name: role.name },
      }}
      failed="The password was not reset"
      retry
      error={
        !form.error &&
        lost && (
          <Notice tone="warning" role="status" title="The new password was lost">
            It was reset, but the reply with the password did not arrive. Reset it again to get a new one.
          </Notice>
        )
      }
    >
      <FullPath of={[account?.name, subject.projectName, subject.branchName, role.name]} />
      <p>
        The platform generates a new password and shows it right after. Apps that use the old one are refused
        once the new one is applied. Other branches keep theirs.
      </p>
    </CallConfirmDialog>
  );
}
