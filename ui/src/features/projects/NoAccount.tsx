import { ActionButton } from "@/kit/action/ActionButton";
import { EmptyState } from "@/kit/state/EmptyState";

/** Shown in place of projects while there is no account: start the sandbox, or connect an account. */
export function NoAccount() {
  return (
    <EmptyState
      icon="folder"
      title="No accounts yet"
      actions={
        <>
          <ActionButton action="sandbox.start" tone="primary">
            Start in the sandbox
          </ActionButton>
          <ActionButton action="account.connect" />
        </>
      }
    >
      Projects belong to an account. Start with the sandbox on this machine, which needs no sign-up, or
      connect an account with its API key.
    </EmptyState>
  );
}
