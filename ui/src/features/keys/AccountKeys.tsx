import { useMemo } from "react";
import { Failure } from "@/features/accounts/Failure";
import type { AccountView } from "@/ipc/generated";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { KeysOf } from "./KeysOf";
import { KeyTabs } from "./KeyTabs";
import type { KeysAt } from "./places";
import { useKeyTabs } from "./useKeyTabs";
import { keysLocked } from "./words";

interface AccountKeysProps {
  account: AccountView;
  /** The organization; one's own keys without it. */
  tab: string | null;
  /** The key that is selected first. */
  id: string | undefined;
}

/** The keys that an account can look at, list by list. */
export function AccountKeys({ account, tab, id }: AccountKeysProps) {
  const { tabs, pending, error, retry } = useKeyTabs(account);
  const found = tabs.find((each) => each.id === tab) ?? (pending && tab !== null ? undefined : tabs[0]);
  const locked = keysLocked(account);
  const [organizationId, organizationName] = [found?.id ?? null, found?.label];
  const at = useMemo(
    (): KeysAt => ({
      accountId: account.id,
      organizationId,
      ...(organizationId !== null && { organizationName }),
      locked,
    }),
    [account.id, organizationId, organizationName, locked],
  );
  if (account.keyKind === "project") return <SeesNoKeys account={account} />;
  const failure = error && (
    <Failure title="The organizations could not be read" error={error} onRetry={retry} account={account.id} />
  );
  if (!found) {
    return (
      <Screen title="API keys">
        {pending && <Skeleton label="API keys" shape="tall-rows" />}
        <Notices>
          {failure}
          {account.problem && <Failure title="The keys cannot be read now" error={account.problem} />}
        </Notices>
      </Screen>
    );
  }
  return (
    // What is typed and ticked in one list is not in the next.
    <KeysOf key={`${found.id}/${id}`} account={account} at={at} id={id} notice={failure}>
      <KeyTabs tabs={tabs} chosen={found} />
    </KeysOf>
  );
}

/** Before anything is asked that the platform would only refuse. */
function SeesNoKeys({ account }: { account: AccountView }) {
  return (
    <Screen title="API keys">
      <EmptyState icon="key" title="The key of one project sees no keys">
        {account.name} is connected with a key that opens one project. It can neither list nor make nor revoke
        keys; an account with a personal key can. Switch to one, or connect one.
      </EmptyState>
    </Screen>
  );
}
