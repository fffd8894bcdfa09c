import { COMMON } from "@/features/base/words";

export const REFRESH = {
  title: COMMON.refresh,
  group: "View",
  running: "Refreshing…",
  /** Before an instant. */
  lastChecked: "Last checked",
  failed: "Couldn’t refresh.",
} as const;
