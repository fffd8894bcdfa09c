import type { UseQueryResult } from "@tanstack/react-query";
import { ReadFailure } from "@/features/base/Failure";
import type { AccountView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { EMPTY, LIST } from "./words";

interface NoAccountProps {
  accounts: UseQueryResult<AccountView[]>;
  title: string;
  /** What is loaded. */
  loading: string;
}

/** A screen of an account until that is known, and while there is none: start the sandbox, or connect an account. */
export function NoAccount({ accounts, title, loading }: NoAccountProps) {
  return (
    <Screen title={title}>
      {accounts.isPending && <Skeleton label={loading} shape="tall-rows" />}
      <Notices>
        <ReadFailure query={accounts} title={LIST.accountsFailed} />
      </Notices>
      {accounts.data && (
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
      )}
    </Screen>
  );
}
