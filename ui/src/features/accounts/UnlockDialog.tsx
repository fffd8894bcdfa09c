import { useWork } from "@/data/work";
import { FailureNotice } from "@/features/base/FailureNotice";
import type { AccountView } from "@/ipc/generated";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { lockingOf } from "./mutations";

/** Lets changes leave for an account again, after saying what that means. */
export function UnlockDialog({ account, onClose }: { account: AccountView; onClose(): void }) {
  const locking = useWork(lockingOf(account.id));
  const unlock = async () => {
    if (await locking.start(false)) onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void unlock()}
      title={`Unlock ${account.name} for changes?`}
      confirm={`Unlock ${account.name}`}
      danger={account.isProduction}
      busy={locking.underWay}
      error={locking.failure && <FailureNotice title="It is still locked" error={locking.failure.error} />}
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
    </ConfirmDialog>
  );
}
