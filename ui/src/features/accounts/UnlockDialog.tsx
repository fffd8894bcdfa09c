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
      title={`Unlock ${account.name} for changes?`}
      confirm={`Unlock ${account.name}`}
      danger={account.isProduction}
      failed="It is still locked"
    >
      {account.isProduction && (
        <p>
          <strong>{account.name} is marked as production.</strong>
        </p>
      )}
      <p>
        While it is read-only, nothing that changes anything leaves for it. After this, creating, changing,
        deleting and running SQL work again, until it is locked again.
      </p>
    </WorkConfirmDialog>
  );
}
