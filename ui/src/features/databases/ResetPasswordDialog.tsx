import { useState } from "react";
import { useAccount } from "@/data/account";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { Notice } from "@/kit/state/Notice";
import { resettingPassword } from "./mutations";
import type { RoleSubject } from "./subjects";
import { useReload } from "./useReload";
import { useRoleFolders } from "./useRoleFolders";
import { FOLDERS, RESET } from "./words";

/** Gives a role a new password, after saying what stops working. */
export function ResetPasswordDialog({ subject }: { subject: RoleSubject }) {
  const { accountId, role } = subject;
  const account = useAccount(accountId);
  const reload = useReload(subject);
  const folders = useRoleFolders(subject);
  const [lost, setLost] = useState(false);
  const form = useForm(resettingPassword(subject, role.name), {
    input: () => undefined,
    onDone: ({ password }) => {
      if (password === null) setLost(true);
      else form.close();
      folders.offer();
    },
    onRefused: reload,
  });
  return (
    <CallConfirmDialog
      form={form}
      title={RESET.title(role.name)}
      confirm={lost ? RESET.again : RESET.submit}
      call={RESET.call(role.name)}
      failed={RESET.failed}
      retry
      error={
        !form.error &&
        lost && (
          <Notice tone="warning" role="status" title={RESET.lost}>
            {RESET.lostText}
          </Notice>
        )
      }
    >
      <FullPath of={[account?.name, subject.projectName, subject.branchName, role.name]} />
      <p>{RESET.means}</p>
      {folders.names.length > 0 && <p>{FOLDERS.means(folders.names)}</p>}
    </CallConfirmDialog>
  );
}
