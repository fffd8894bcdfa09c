import { BranchesTab } from "@/features/branches/BranchesTab";
import { ComputesTab } from "@/features/computes/ComputesTab";
import { DataTab } from "@/features/databases/DataTab";
import { ProjectOperationsTab } from "@/features/operations/ProjectOperationsTab";
import { Screen } from "@/kit/layout/Screen";
import { OverviewTab } from "./OverviewTab";
import { SettingsTab } from "./SettingsTab";

interface ProjectScreenProps {
  account: string;
  id: string;
  tab: string | undefined;
}

const TAB_SCREENS = {
  overview: OverviewTab,
  branches: BranchesTab,
  computes: ComputesTab,
  data: DataTab,
  operations: ProjectOperationsTab,
  settings: SettingsTab,
};

/** One project, tab by tab. */
export function ProjectScreen({ account, id }: ProjectScreenProps) {
  const Tab = TAB_SCREENS.overview;
  return (
    <Screen title={id}>
      <Tab accountId={account} projectId={id} />
    </Screen>
  );
}
