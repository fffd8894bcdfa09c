/** The tabs of a project, in their order. */
export const TABS = [
  "overview",
  "branches",
  "computes",
  "data",
  "operations",
  "auth",
  "keys",
  "settings",
] as const;

export type Tab = (typeof TABS)[number];

export const TAB_WORDS: Record<Tab, string> = {
  overview: "Overview",
  branches: "Branches",
  computes: "Computes",
  data: "Databases & roles",
  operations: "Operations",
  auth: "Auth",
  keys: "Keys",
  settings: "Settings",
};

/** The tab that an address names; the overview for one that there is not. */
export function tabOf(text: string | undefined): Tab {
  return TABS.find((tab) => tab === text) ?? "overview";
}

declare module "@/kit/route/place" {
  interface Places {
    /**
     * One project. `tab`: overview when absent; `branch`: what the tab shows first, where it shows branches; `name`: the
     * database of that branch that it is about.
     */
    project: { account: string; id: string; tab?: string; branch?: string; name?: string };
  }
}
