import type { ProjectView } from "@/ipc/generated";

/** What each part of the settings is about. */
export interface SettingProps {
  accountId: string;
  project: ProjectView;
  /** Why nothing can be changed here, where nothing can. */
  locked: string | undefined;
}
