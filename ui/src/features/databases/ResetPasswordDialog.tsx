import { useState } from "react";
import { useAccount } from "@/data/account";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { Notice } from "@/kit/state/Notice";
import { resettingPassword } from "./mutations";
import type { RoleSubject } from "./places";
import { useLists } from "./useLists";

/** Gives a role a new password, after saying what stops working. */
export function ResetPasswordDialog({ subject }: { subject: RoleSubject }) {
  const { accountId, projectId, branchId, role } = subject;
  const account = useAccount(accountId);
  const lists = useLists(subject);
  const [lost, setLost] = useState(false);
  const form = useForm(resettingPassword(subject, role.name), {
    input: () => undefined,
    onDone: ({ password }) => {
      if (password === null) setLost(true);
      else form.close();
    },
    onRefused: lists.lookAgain,
  });
  const path = [account?.name, subject.projectName, subject.branchName, role.name].filter(Boolean);
  return (
    <CallConfirmDialog
      form={form}
      title={`Reset the password of ${role.name}?`}
      confirm={lost ? "Reset it once more" : "Reset password"}
      call={{
        accountId,
        title: `Reset the password of ${role.name}`,
        call: { kind: "resetPassword", projectId, branchId, name: role.name },
      }}
      failed="The password was not reset"
      retry
      error={
        !form.error &&
        lost && (
          <Notice tone="warning" role="status" title="The new password is lost">
            It was reset, and the reply with the password did not arrive. Reset it once more to get one that
            you can see.
          </Notice>
        )
      }
    >
      <FullPath>{path.join(" / ")}</FullPath>
      <p>
        The platform makes a new password, which is shown right after. Programs that connect with the old one
        are refused as soon as the platform has applied it. Other branches keep theirs.
      </p>
    </CallConfirmDialog>
  );
}
