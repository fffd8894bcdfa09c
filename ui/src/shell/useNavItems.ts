import { useQuery } from "@tanstack/react-query";
import { useCurrentAccount } from "@/data/account";
import { counted, grouped } from "@/data/format";
import { folderListQuery, organizationsQuery, temporaryListQuery } from "@/data/queries";
import { chosenOrganization } from "@/features/accounts/organization";
import { useOpenOperations } from "@/features/history/open";
import { runningWords, words } from "@/features/history/words";
import { cachedQuery, pagesQuery } from "@/features/projects/lists";
import { updatesQuery } from "@/features/updates/queries";
import { UPDATES } from "@/features/updates/words";
import type { AccountView, ProjectScope } from "@/ipc/generated";
import type { NavItem } from "./Sidebar";
import { NAV } from "./words";

/** What the sidebar leads to: only what there is. */
export function useNavItems(): { items: readonly NavItem[]; bottom: readonly NavItem[] } {
  const temporary = useQuery(temporaryListQuery);
  const count = temporary.data?.items.length ?? 0;
  const folders = useQuery(folderListQuery).data?.items.length ?? 0;
  const projects = useProjectCount(useCurrentAccount());
  const running = useOpenOperations().length;
  const items: readonly NavItem[] = [
    {
      to: { screen: "projects" },
      label: NAV.projects,
      icon: "folder",
      ...(projects !== undefined && {
        count: grouped(projects),
        countLabel: counted(projects, "project"),
      }),
    },
    {
      to: { screen: "temporary" },
      label: NAV.temporary,
      icon: "timer",
      ...(count > 0 && { count: String(count), countLabel: counted(count, "database") }),
    },
    {
      to: { screen: "folders" },
      label: NAV.folders,
      icon: "folderCode",
      ...(folders > 0 && { count: String(folders), countLabel: counted(folders, "folder") }),
    },
    {
      to: { screen: "history" },
      label: words.title,
      icon: "pulse",
      ...(running > 0 && { count: runningWords(running) }),
    },
    { to: { screen: "keys" }, label: NAV.keys, icon: "key" },
  ];
  const update = useQuery(updatesQuery).data?.release?.version;
  const bottom: readonly NavItem[] = [
    { to: { screen: "sandbox" }, label: NAV.sandbox, icon: "terminal" },
    {
      to: { screen: "settings" },
      label: NAV.settings,
      icon: "gear",
      ...(update !== undefined && { count: UPDATES.navCount, countLabel: UPDATES.available(update) }),
    },
  ];
  return { items, bottom };
}

/** How many projects an account has, as far as a list that is shown has it: nothing is asked for a number. */
function useProjectCount(account: AccountView | undefined): number | undefined {
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
    ...cachedQuery(list),
    // The core's own list, which a claim elsewhere changes as well: no platform is asked for it.
    enabled: read.dataUpdatedAt > 0,
    select: (cached) => cached?.total,
  });
  // The core's list follows what is done here, so after a reading has ended the newer of the two is right.
  return kept.dataUpdatedAt > read.dataUpdatedAt ? (kept.data ?? read.data) : (read.data ?? kept.data);
}
