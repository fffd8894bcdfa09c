import { useQuery } from "@tanstack/react-query";
import { useAccount } from "@/data/account";
import { listed } from "@/data/format";
import { databasesQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { Button } from "@/kit/control/Button";
import { FullPath } from "@/kit/data/FullPath";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { deletingRole } from "./mutations";
import type { RoleSubject } from "./places";
import { useReload } from "./useReload";

/** Deletes a role; one that owns databases stays until those belong to somebody else. */
export function DeleteRoleDialog({ subject }: { subject: RoleSubject }) {
  const { accountId, projectId, branchId, role } = subject;
  const databases = useQuery(databasesQuery(accountId, projectId, branchId)).data;
  const owned = databases?.filter(({ owner }) => owner === role.name).map(({ name }) => name) ?? [];
  return owned.length > 0 ? (
    <OwnsSomething subject={subject} owned={owned} />
  ) : (
    <ConfirmDelete subject={subject} />
  );
}

function OwnsSomething({ subject, owned }: { subject: RoleSubject; owned: readonly string[] }) {
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      title={`${subject.role.name} cannot be deleted yet`}
      footer={<Button onClick={unask}>Close</Button>}
    >
      <p>
        It owns {listed(owned, 5)}. Assign {owned.length === 1 ? "it" : "them"} to another role or delete{" "}
        {owned.length === 1 ? "it" : "them"} first.
      </p>
    </Dialog>
  );
}

function ConfirmDelete({ subject }: { subject: RoleSubject }) {
  const { accountId, projectId, branchId, role } = subject;
  const account = useAccount(accountId);
  const reload = useReload(subject);
  const form = useForm(deletingRole(subject, role.name), {
    input: () => undefined,
    onRefused: reload,
  });
  return (
    <CallConfirmDialog
      form={form}
      title={`Delete role ${role.name}?`}
      confirm={`Delete ${role.name}`}
      typeName={account?.isProduction ? role.name : undefined}
      call={{
        accountId,
        title: `Delete ${role.name}`,
        call: { kind: "deleteRole", projectId, branchId, name: role.name },
      }}
      failed="The role was not deleted"
      retry
    >
      <FullPath of={[account?.name, subject.projectName, subject.branchName, role.name]} />
      <p>
        Apps that log in with it are refused, and its password is lost. A new role with the same name gets a
        new password. If it still owns tables or other objects, the platform refuses: assign those to another
        role first.
      </p>
    </CallConfirmDialog>
  );
}
