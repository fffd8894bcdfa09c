import { ActionButton } from "@/kit/action/ActionButton";
import { EmptyState } from "@/kit/state/EmptyState";
import { EMPTY } from "./words";

/** Where there are no projects because there is no account: the two doors. */
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
