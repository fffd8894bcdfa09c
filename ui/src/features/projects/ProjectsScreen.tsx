import { useQuery } from "@tanstack/react-query";
import { accountsQuery } from "@/data/queries";
import { ReadFailure } from "@/features/accounts/Failure";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { Skeleton } from "@/kit/state/Skeleton";
import { AccountProjects } from "./AccountProjects";
import { NoAccount } from "./NoAccount";

/** The projects of the current account. */
export function ProjectsScreen({ tab }: { tab: string | undefined }) {
  const accounts = useQuery(accountsQuery);
  const account = accounts.data?.find(({ isCurrent }) => isCurrent);
  const deleted = tab === "deleted";
  // What is typed and ticked in one list is not in the next.
  if (account)
    return <AccountProjects key={`${account.id}/${deleted}`} account={account} deleted={deleted} />;
  return (
    <Screen title="Projects">
      {accounts.isPending && <Skeleton label="projects" shape="tall-rows" />}
      {accounts.error && (
        <Notices>
          <ReadFailure query={accounts} title="The accounts could not be read" />
        </Notices>
      )}
      {accounts.data && <NoAccount />}
    </Screen>
  );
}
