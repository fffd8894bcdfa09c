import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "@/data/queries";
import { chosenOrganization } from "@/features/accounts/organization";
import { keptQuery, pagesQuery } from "@/features/projects/lists";
import type { AccountView, ProjectScope } from "@/ipc/generated";

/** How many projects an account has, as far as a list that is shown has told it: nothing is asked for a number. */
export function useProjectCount(account: AccountView | undefined): number | undefined {
  const organizations = useQuery({ ...organizationsQuery(account?.id ?? ""), enabled: false });
  const organizationId = account && chosenOrganization(account, organizations.data).organizationId;
  const own = useCount(account?.id ?? "", "own", organizationId ?? null);
  const shared = useCount(account?.id ?? "", "shared", organizationId ?? null);
  return own === undefined ? undefined : own + (shared ?? 0);
}

function useCount(accountId: string, scope: ProjectScope, organizationId: string | null) {
  const list = { accountId, scope, organizationId };
  const read = useQuery({
    ...pagesQuery(list),
    enabled: false,
    select: ({ whole, items }) => (whole ? items.length : undefined),
  });
  const kept = useQuery({
    ...keptQuery(list),
    // The core's own list, which a claim elsewhere changes as well: no platform is asked for it.
    enabled: read.dataUpdatedAt > 0,
    select: (cached) => cached?.items.length,
  });
  // The core's list follows what is done here, so after a reading has ended the newer of the two is right.
  return kept.dataUpdatedAt > read.dataUpdatedAt ? (kept.data ?? read.data) : (read.data ?? kept.data);
}
