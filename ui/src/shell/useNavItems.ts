import { useQuery } from "@tanstack/react-query";
import { useCurrentAccount } from "@/data/account";
import { counted, grouped } from "@/data/format";
import { temporaryListQuery } from "@/data/queries";
import { useOpenOperations } from "@/features/operations/open";
import type { NavItem } from "./Sidebar";
import { useProjectCount } from "./useProjectCount";

const BOTTOM: readonly NavItem[] = [
  { to: { screen: "sandbox" }, label: "Sandbox", icon: "terminal" },
  { to: { screen: "settings" }, label: "Settings", icon: "gear" },
];

/** What the sidebar leads to: only what there is. */
export function useNavItems(): { items: readonly NavItem[]; bottom: readonly NavItem[] } {
  const temporary = useQuery(temporaryListQuery);
  const count = temporary.data?.items.length ?? 0;
  const projects = useProjectCount(useCurrentAccount());
  const running = useOpenOperations().length;
  const items: readonly NavItem[] = [
    {
      to: { screen: "projects" },
      label: "Projects",
      icon: "folder",
      ...(projects !== undefined && {
        count: grouped(projects),
        countLabel: counted(projects, "project"),
      }),
    },
    {
      to: { screen: "temporary" },
      label: "Temporary",
      icon: "timer",
      ...(count > 0 && { count: String(count), countLabel: counted(count, "database") }),
    },
    {
      to: { screen: "operations" },
      label: "Operations",
      icon: "clock",
      ...(running > 0 && { count: String(running), countLabel: `${running} running` }),
    },
    { to: { screen: "keys" }, label: "API keys", icon: "key" },
    { to: { screen: "activity" }, label: "Activity", icon: "pulse" },
  ];
  return { items, bottom: BOTTOM };
}
