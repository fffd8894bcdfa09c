/** The tabs of a project, in their order. */
export const TABS = ["overview", "branches", "computes", "data", "operations", "settings"] as const;

export type Tab = (typeof TABS)[number];

declare module "@/kit/route/place" {
  interface Places {
    /** One project. `tab`: overview when absent; `branch`: what the tab shows first, where it shows branches. */
    project: { account: string; id: string; tab?: string; branch?: string };
  }
}
