import { MutationConfirmDialog } from "@/features/base/MutationDialogs";
import { useForm } from "@/features/base/useForm";
import type { AccountView } from "@/ipc/generated";
import { lockingOf } from "./mutations";
import { UNLOCK } from "./words";

/** Lets changes leave for an account again, after saying what that means. */
export function UnlockDialog({ account, onClose }: { account: AccountView; onClose(): void }) {
  const form = useForm(lockingOf(account.id), { input: () => false, onClose });
  return (
    <MutationConfirmDialog
      form={form}
      title={UNLOCK.title(account.name)}
      confirm={UNLOCK.submit(account.name)}
      danger={account.isProduction}
      failed={UNLOCK.failed}
    >
      {account.isProduction && (
        <p>
          <strong>{UNLOCK.production(account.name)}</strong>
        </p>
      )}
      <p>{UNLOCK.text}</p>
    </MutationConfirmDialog>
  );
}
