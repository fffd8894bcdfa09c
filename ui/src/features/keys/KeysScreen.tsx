import { useQuery } from "@tanstack/react-query";
import { accountsQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { NoAccount } from "@/features/projects/NoAccount";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { Skeleton } from "@/kit/state/Skeleton";
import { AccountKeys } from "./AccountKeys";
import { useShowing } from "./showing";

interface KeysScreenProps {
  account: string | undefined;
  tab: string | undefined;
  id: string | undefined;
}

/** The API keys of the account that is shown: one's own and those of its organizations. */
export function KeysScreen({ account: wanted, tab, id }: KeysScreenProps) {
  useShowing(wanted);
  const accounts = useQuery(accountsQuery);
  const current = accounts.data?.find(({ isCurrent }) => isCurrent);
  const account = accounts.data?.find((each) => each.id === wanted) ?? current;
  if (account) return <AccountKeys key={account.id} account={account} tab={tab ?? null} id={id} />;
  return (
    <Screen title="API keys">
      {accounts.isPending && <Skeleton label="API keys" shape="tall-rows" />}
      {accounts.error && (
        <Notices>
          <Failure
            title="The accounts could not be read"
            error={accounts.error}
            onRetry={() => void accounts.refetch()}
          />
        </Notices>
      )}
      {accounts.data && <NoAccount />}
    </Screen>
  );
}
