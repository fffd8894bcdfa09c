import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useAccount } from "@/data/account";
import { lookOf } from "@/data/errors";
import { keys, mutationKeys } from "@/data/keys";
import { type MutationSpec, perform, useLastFailure } from "@/data/mutation";
import { accountsQuery, projectQuery } from "@/data/queries";
import { AuthTab } from "@/features/auth/AuthTab";
import { useAuthPagesInPalette } from "@/features/auth/pages";
import { Failure, MutationRefusal } from "@/features/base/Failure";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { COMMON } from "@/features/base/words";
import { BranchesTab } from "@/features/branches/BranchesTab";
import { ComputesTab } from "@/features/computes/ComputesTab";
import { DataTab } from "@/features/databases/DataTab";
import { ProjectHistoryTab } from "@/features/history/ProjectHistoryTab";
import { KeysTab } from "@/features/keys/KeysTab";
import { SnapshotsTab } from "@/features/snapshots/SnapshotsTab";
import { SqlTab } from "@/features/sql/SqlTab";
import { UndoNotices } from "@/features/undo/UndoNotices";
import { call } from "@/ipc/call";
import type { ProjectView } from "@/ipc/generated";
import { Tabs } from "@/kit/control/Tabs";
import { LookPill } from "@/kit/data/Pill";
import { Icon } from "@/kit/icon/Icon";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { Link } from "@/kit/route/Link";
import { useRouter } from "@/kit/route/useRouter";
import { Skeleton } from "@/kit/state/Skeleton";
import { StaleNotice } from "@/kit/state/StaleNotice";
import { GoneProject } from "./GoneProject";
import { OverviewTab } from "./OverviewTab";
import styles from "./Project.module.css";
import { ProjectTools } from "./ProjectTools";
import { SettingsTab } from "./SettingsTab";
import { type ShownProject, useProject } from "./useProject";
import { BUSY, HEADER, READY, TABS_CALLED } from "./words";

interface ProjectScreenProps {
  account: string;
  id: string;
  tab: string | undefined;
}

const TAB_SCREENS: Record<Tab, (props: { accountId: string; projectId: string }) => React.ReactNode> = {
  overview: OverviewTab,
  branches: BranchesTab,
  sql: SqlTab,
  computes: ComputesTab,
  data: DataTab,
  snapshots: SnapshotsTab,
  history: ProjectHistoryTab,
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
      {!project && shown.loading && <Skeleton label={HEADER.loading} shape="card" count={3} />}
    </Screen>
  );
}

function ProjectTabs({ account, id, tab }: ProjectScreenProps) {
  const router = useRouter();
  useAuthPagesInPalette(account, id);
  return (
    <Tabs
      label={HEADER.tabs}
      look="page"
      value={tabOf(tab)}
      onChange={(next) => router.go({ screen: "project", account, id, tab: next }, { replace: true })}
      tabs={TABS.map((value) => {
        const TabScreen = TAB_SCREENS[value];
        return { value, label: TABS_CALLED[value], panel: <TabScreen accountId={account} projectId={id} /> };
      })}
    />
  );
}

/** Beside the name: where it runs, whose it is when that is not plain, and what holds changes back. */
function ProjectAside({ accountId, project }: { accountId: string; project: ProjectView }) {
  const account = useAccount(accountId);
  const words = [
    project.regionId,
    project.pgVersion !== null && HEADER.postgres(project.pgVersion),
    account && !account.isCurrent && account.name,
  ].filter(Boolean);
  return (
    <span className={styles.aside}>
      <span className={styles.facts}>{words.join(" · ")}</span>
      {project.isLocked === false && project.deletedAt === null && <LookPill look={READY} />}
      {project.isLocked && <Lock>{BUSY}</Lock>}
      {account?.isProduction && <span className={styles.production}>{HEADER.production}</span>}
      {account?.isReadOnly && <Lock>{HEADER.readOnly}</Lock>}
    </span>
  );
}

function Lock({ children }: { children: string }) {
  return (
    <span className={styles.lock}>
      <Icon name="lock" /> {children}
    </span>
  );
}

/** The link to the list. */
function ProjectLead() {
  return (
    <>
      <Link to={{ screen: "projects" }} className={styles.back}>
        {HEADER.projects}
      </Link>{" "}
      <span aria-hidden="true">/</span>
    </>
  );
}

interface ProjectNoticesProps {
  accountId: string;
  projectId: string;
  shown: ShownProject;
}

/** What is clicked in the project's menu and shows its refusal here. */
const CLICKED: Record<string, string> = { copy: COMMON.nothingCopied, psql: COMMON.psqlFailed };

/** What is to be known before anything else on the project: that it is gone, or that what is shown is old, and why. */
function ProjectNotices({ accountId, projectId, shown }: ProjectNoticesProps) {
  const { project, asOf, error, again } = shown;
  const clicked = useLastFailure(mutationKeys.projectRow(accountId));
  const verb = clicked?.key.at(-1) === projectId ? String(clicked.key.at(-2)) : undefined;
  if (error?.code === "notFound" || project?.deletedAt) {
    return <GoneProject accountId={accountId} projectId={projectId} shown={shown} />;
  }
  const title = verb && CLICKED[verb];
  return (
    <Notices>
      {title && <MutationRefusal failure={clicked} title={title} dismissible />}
      {error && project && asOf !== undefined && lookOf(error.code).remedy === "retry" ? (
        <StaleNotice asOf={asOf} reason={error.message} retry={again} />
      ) : (
        <>
          {error && <Failure title={HEADER.unread} error={error} onRetry={again} />}
          {project && asOf !== undefined && <ShownAsOf at={asOf} />}
        </>
      )}
    </Notices>
  );
}

/**
 * What opening a project sets going, once each time: its operations are followed, it is remembered as the last one, and
 * its account is the one that the window shows.
 */
const opening = (accountId: string, projectId: string): MutationSpec<void, void> => ({
  key: ["project", "open", accountId, projectId],
  reads: true,
  async run(_nothing, client) {
    const accounts = await client.ensureQueryData(accountsQuery);
    const account = accounts.find(({ id }) => id === accountId);
    if (!account) return;
    if (!account.isCurrent) {
      await call({ kind: "accountChoose", id: accountId });
      await client.invalidateQueries({ queryKey: keys.accounts });
    }
    await Promise.all([
      call({ kind: "accountRemember", id: accountId, organizationId: null, projectId }),
      call({ kind: "operationFollow", accountId, projectId }),
    ]);
    // What ended between the reading of the record and the reading of its operations is reported by nobody.
    const record = projectQuery(accountId, projectId);
    const { isLocked } = await client.ensureQueryData(record);
    if (isLocked) await client.refetchQueries({ queryKey: record.queryKey, exact: true });
  },
});

/** None of it is worth a word when it fails: the project itself says what is wrong with the account. */
function useOpening(accountId: string, projectId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    perform(client, opening(accountId, projectId), undefined).catch(() => {});
  }, [client, accountId, projectId]);
}

/** The tabs of a project, in their order. */
const TABS = [
  "overview",
  "branches",
  "sql",
  "computes",
  "data",
  "snapshots",
  "history",
  "auth",
  "keys",
  "settings",
] as const;

type Tab = (typeof TABS)[number];

/** The tab that an address names; the overview for one that there is not. */
function tabOf(text: string | undefined): Tab {
  // What the history was called before.
  if (text === "operations") return "history";
  return TABS.find((tab) => tab === text) ?? "overview";
}

declare module "@/kit/route/route" {
  interface Routes {
    /**
     * One project. `tab`: overview when absent; `branch`: what the tab shows first, where it shows branches; `name`: the
     * database of that branch that it is about; `page`: which page of the tab, where it has several.
     */
    project: { account: string; id: string; tab?: string; branch?: string; name?: string; page?: string };
  }
}
