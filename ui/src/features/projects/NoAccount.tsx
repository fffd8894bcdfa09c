import { ActionButton } from "@/kit/action/ActionButton";
import { EmptyState } from "@/kit/state/EmptyState";
import { EMPTY } from "./words";

/** Shown in place of projects while there is no account: start the sandbox, or connect an account. */
export function NoAccount() {
  return (
    <EmptyState
      icon="folder"
      title={EMPTY.noAccounts}
      actions={
        <>
          <ActionButton action="sandbox.start" tone="primary">
            {EMPTY.inSandbox}
          </ActionButton>
          <ActionButton action="account.connect" />
        </>
      }
    >
      {EMPTY.noAccountsText}
    </EmptyState>
  );
}
