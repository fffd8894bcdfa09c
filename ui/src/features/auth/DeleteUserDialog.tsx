import { useAccount } from "@/data/account";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { deleteUserWords as words } from "@/features/userRoles/words";
import { FullPath } from "@/kit/data/FullPath";
import { deletingUser } from "./mutations";
import type { AuthUserSubject } from "./subjects";

/** Asks before a user of an app is deleted. */
export function DeleteUserDialog({ subject }: { subject: AuthUserSubject }) {
  const { at, user } = subject;
  const account = useAccount(at.accountId);
  const name = user.email ?? user.id;
  const form = useForm(deletingUser(subject), { input: () => undefined, deletes: name });
  return (
    <CallConfirmDialog
      form={form}
      title={words.title}
      confirm={words.submit}
      typeName={account?.isProduction ? name : undefined}
      blocked={at.locked}
      call={words.call(name)}
      failed={words.failed}
      retry
    >
      <FullPath of={[account?.name, at.projectName, name]} />
      <p>{words.means}</p>
    </CallConfirmDialog>
  );
}
