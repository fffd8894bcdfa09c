import { ActionButton } from "@/kit/action/ActionButton";
import { EmptyState } from "@/kit/state/EmptyState";

/** Where there are no projects because there is no account: the two doors. */
export function NoAccount() {
  return (
    <EmptyState
      icon="folder"
      title="No account yet"
      actions={
        <>
          <ActionButton action="sandbox.start" tone="primary">
            Start in the sandbox
          </ActionButton>
          <ActionButton action="account.connect" />
        </>
      }
    >
      Projects live in an account. The sandbox is one on this machine, with nothing to fill in; or connect one
      that you have by its API key.
    </EmptyState>
  );
}
