import { useState } from "react";
import { useAccount } from "@/data/account";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { Notice } from "@/kit/state/Notice";
import { resettingPassword } from "./mutations";
import type { RoleSubject } from "./places";
import { useLists } from "./useLists";

/** Gives a role a new password, after saying what stops working. */
export function ResetPasswordDialog({ subject }: { subject: RoleSubject }) {
  const { accountId, projectId, branchId, role } = subject;
  const account = useAccount(accountId);
  const close = useUnask();
  const resetting = useWork(resettingPassword(subject, role.name));
  const lists = useLists(subject);
  const [lost, setLost] = useState(false);
  const reset = async () => {
    const made = await resetting.start(undefined);
    if (!made) return lists.lookAgain();
    if (made.password === null) setLost(true);
    else close();
  };
  const path = [account?.name, subject.projectName, subject.branchName, role.name].filter(Boolean);
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void reset()}
      title={`Reset the password of ${role.name}?`}
      confirm={lost ? "Reset it once more" : "Reset password"}
      aside={
        <CopyAsButton
          accountId={accountId}
          title={`Reset the password of ${role.name}`}
          call={{ kind: "resetPassword", projectId, branchId, name: role.name }}
        />
      }
      busy={resetting.underWay}
      error={
        resetting.failure ? (
          <Failure
            title="The password was not reset"
            error={resetting.failure.error}
            onRetry={() => void reset()}
          />
        ) : (
          lost && (
            <Notice tone="warning" role="status" title="The new password is lost">
              It was reset, and the reply with the password did not arrive. Reset it once more to get one that
              you can see.
            </Notice>
          )
        )
      }
    >
      <FullPath>{path.join(" / ")}</FullPath>
      <p>
        The platform makes a new password, which is shown right after. Programs that connect with the old one
        are refused as soon as the platform has applied it. Other branches keep theirs.
      </p>
    </ConfirmDialog>
  );
}
