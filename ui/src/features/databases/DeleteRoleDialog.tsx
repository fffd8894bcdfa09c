import { useQuery } from "@tanstack/react-query";
import { useAccount } from "@/data/account";
import { databasesQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { Button } from "@/kit/control/Button";
import { FullPath } from "@/kit/data/FullPath";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog } from "@/kit/overlay/dialogs";
import { deletingRole } from "./mutations";
import type { RoleSubject } from "./subjects";
import { useReload } from "./useReload";
import { DELETE_ROLE } from "./words";

/** Deletes a role. A role that owns databases stays until the databases have another owner. */
export function DeleteRoleDialog({ subject }: { subject: RoleSubject }) {
  const { accountId, projectId, branchId, role } = subject;
  const databases = useQuery(databasesQuery(accountId, projectId, branchId));
  const owned = databases.data?.filter(({ owner }) => owner === role.name).map(({ name }) => name) ?? [];
  return owned.length > 0 ? (
    <OwnsSomething subject={subject} owned={owned} />
  ) : (
    <ConfirmDelete subject={subject} reading={databases.isPending} />
  );
}

function OwnsSomething({ subject, owned }: { subject: RoleSubject; owned: readonly string[] }) {
  return (
    <Dialog
      open
      onClose={closeDialog}
      size="small"
      title={DELETE_ROLE.blocked(subject.role.name)}
      footer={<Button onClick={closeDialog}>{COMMON.close}</Button>}
    >
      <p>{DELETE_ROLE.owns(owned)}</p>
    </Dialog>
  );
}

/** `reading`: it is not known yet whether the role owns databases. */
function ConfirmDelete({ subject, reading }: { subject: RoleSubject; reading: boolean }) {
  const { accountId, role } = subject;
  const account = useAccount(accountId);
  const reload = useReload(subject);
  const form = useForm(deletingRole(subject, role.name), {
    input: () => undefined,
    deletes: role.name,
    onRefused: reload,
  });
  return (
    <CallConfirmDialog
      form={form}
      title={DELETE_ROLE.title(role.name)}
      confirm={DELETE_ROLE.submit}
      disabled={reading}
      typeName={account?.isProduction ? role.name : undefined}
      call={DELETE_ROLE.call(role.name)}
      failed={DELETE_ROLE.failed}
      retry
    >
      <FullPath of={[account?.name, subject.projectName, subject.branchName, role.name]} />
      <p>{DELETE_ROLE.means}</p>
    </CallConfirmDialog>
  );
}
