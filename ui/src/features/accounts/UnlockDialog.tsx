import { useForm } from "@/features/base/useForm";
import { WorkConfirmDialog } from "@/features/base/WorkDialogs";
import type { AccountView } from "@/ipc/generated";
import { lockingOf } from "./mutations";

/** Lets changes leave for an account again, after saying what that means. */
export function UnlockDialog({ account, onClose }: { account: AccountView; onClose(): void }) {
  const form = useForm(lockingOf(account.id), { input: () => false, onClose });
  return (
    <WorkConfirmDialog
      form={form}
      title={`Unlock ${account.name}?`}
      confirm={`Unlock ${account.name}`}
      danger={account.isProduction}
      failed="Couldn’t unlock the account"
    >
      {account.isProduction && (
        <p>
          <strong>{account.name} is marked as production.</strong>
        </p>
      )}
      <p>
        The account is read-only: all changes are blocked. Unlocking allows creating, changing, deleting and
        running SQL until you make it read-only again.
      </p>
    </WorkConfirmDialog>
  );
}
