import { useMemo } from "react";
import { useAccount } from "@/data/account";
import { AuthTab } from "@/features/auth/AuthTab";
import { BranchesTab } from "@/features/branches/BranchesTab";
import { ComputesTab } from "@/features/computes/ComputesTab";
import { DataTab } from "@/features/databases/DataTab";
import { KeysTab } from "@/features/keys/KeysTab";
import { ProjectOperationsTab } from "@/features/operations/ProjectOperationsTab";
import { UndoNotices } from "@/features/undo/UndoNotices";
import type { ProjectView } from "@/ipc/generated";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { usePublish } from "@/kit/action/useActions";
import { Tabs } from "@/kit/control/Tabs";
import { Screen } from "@/kit/layout/Screen";
import { useRouter } from "@/kit/route/useRouter";
import { Skeleton } from "@/kit/state/Skeleton";
import { OverviewTab } from "./OverviewTab";
import { useOpening } from "./opening";
import { ProjectAside } from "./ProjectAside";
import { ProjectLead } from "./ProjectLead";
import { ProjectNotices } from "./ProjectNotices";
import { TAB_WORDS, TABS, type Tab, tabOf } from "./places";
import { SettingsTab } from "./SettingsTab";
import { useProject } from "./useProject";

interface ProjectScreenProps {
  account: string;
  id: string;
  tab: string | undefined;
}

const TAB_SCREENS: Record<Tab, (props: { accountId: string; projectId: string }) => React.ReactNode> = {
  overview: OverviewTab,
  branches: BranchesTab,
  computes: ComputesTab,
  data: DataTab,
  operations: ProjectOperationsTab,
  auth: AuthTab,
  keys: KeysTab,
  settings: SettingsTab,
};

/** One project, tab by tab. */
export function ProjectScreen(props: ProjectScreenProps) {
  // Whatever was opened in one project is not open in the next.
  return <OneProject key={`${props.account}/${props.id}`} {...props} />;
}

function OneProject({ account, id, tab }: ProjectScreenProps) {
  useOpening(account, id);
  const shown = useProject(account, id);
  const { project } = shown;
  const gone = shown.error?.code === "notFound" || Boolean(project?.deletedAt);
  return (
    <Screen
      title={project?.name ?? id}
      lead={<ProjectLead />}
      aside={project && <ProjectAside accountId={account} project={project} />}
      tools={project && !gone && <ProjectTools accountId={account} project={project} />}
    >
      <ProjectNotices accountId={account} projectId={id} shown={shown} />
      {!gone && <UndoNotices accountId={account} of={{ branchesOf: id }} />}
      {!gone && project && <ProjectTabs account={account} id={id} tab={tab} />}
      {!project && shown.loading && <Skeleton label="the project" shape="card" count={3} />}
    </Screen>
  );
}

function ProjectTabs({ account, id, tab }: ProjectScreenProps) {
  const router = useRouter();
  return (
    <Tabs
      label="Parts of the project"
      look="page"
      value={tabOf(tab)}
      onChange={(next) => router.go({ screen: "project", account, id, tab: next }, { replace: true })}
      tabs={TABS.map((value) => {
        const TabScreen = TAB_SCREENS[value];
        return { value, label: TAB_WORDS[value], panel: <TabScreen accountId={account} projectId={id} /> };
      })}
    />
  );
}

function ProjectTools({ accountId, project }: { accountId: string; project: ProjectView }) {
  const isReadOnly = useAccount(accountId)?.isReadOnly === true;
  const subject = useMemo(() => ({ accountId, project, isReadOnly }), [accountId, project, isReadOnly]);
  usePublish("project", subject);
  return <ActionMenu about="project" subject={subject} label={`Actions for ${project.name}`} outlined />;
}
