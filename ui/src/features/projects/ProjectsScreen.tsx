import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { grouped } from "@/data/format";
import { accountsQuery } from "@/data/queries";
import { OrganizationPicker } from "@/features/accounts/OrganizationPicker";
import { type Ticked, useTicked } from "@/features/base/useTicked";
import { noMatches } from "@/features/base/words";
import { openBulkDialog } from "@/features/bulk/actions";
import { BulkNotices } from "@/features/bulk/BulkNotices";
import { UndoNotices } from "@/features/undo/UndoNotices";
import type { AccountView, BulkVerb } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { usePublish } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { SearchInput } from "@/kit/control/SearchInput";
import { Screen } from "@/kit/layout/Screen";
import { TickedBar as Bar } from "@/kit/layout/TickedBar";
import { EmptyState } from "@/kit/state/EmptyState";
import { NothingFits } from "@/kit/state/NothingFits";
import { Skeleton } from "@/kit/state/Skeleton";
import { AllProjects } from "./AllProjects";
import { useEverywhere } from "./everywhere";
import { ListNotices } from "./ListNotices";
import { NoAccount } from "./NoAccount";
import { AccountTools, ProjectsBar } from "./ProjectsBar";
import { ProjectTable } from "./ProjectTable";
import { keyIn, keyOf, type ProjectRow } from "./rows";
import { useSelectedProject } from "./useProjectRows";
import { type Projects, useProjects, type Whose } from "./useProjects";
import { useTickAll } from "./useTickAll";
import { ageOf, countWords, EMPTY, footerWords, LIST, totalOf } from "./words";

/** The projects of the current account, or of all. */
export function ProjectsScreen({ tab }: { tab: string | undefined }) {
  const accounts = useQuery(accountsQuery);
  const account = accounts.data?.find(({ isCurrent }) => isCurrent);
  const deleted = tab === "deleted";
  const everywhere = useEverywhere(tab) && (tab === "all" || (accounts.data?.length ?? 0) > 1);
  if (everywhere && accounts.data) return <AllProjects accounts={accounts.data} />;
  // What is typed and ticked in one list is not in the next.
  if (account)
    return <AccountProjects key={`${account.id}/${deleted}`} account={account} deleted={deleted} />;
  return <NoAccount accounts={accounts} title={LIST.title} loading={LIST.projects} />;
}

/** One list of an account: what is there, or what is deleted and can be brought back. */
function AccountProjects({ account, deleted }: { account: AccountView; deleted: boolean }) {
  const projects = useProjects(account, deleted);
  const first = account.projectId === null ? undefined : keyIn(account.id, account.projectId);
  const [selected, setSelected] = useSelectedProject(projects.rows, first);
  const ticked = useTickAll(useTicked(projects.rows, projects.shown, keyOf), projects);
  usePublish("projects", projects.subject);

  // What is typed changes none of these, and they are most of what would be drawn with every key.
  const tools = useMemo(
    () => (
      <>
        <OrganizationPicker account={account} />
        <ActionButton action="project.new" tone="primary" />
      </>
    ),
    [account],
  );
  const notices = useMemo(
    () => (
      <>
        <UndoNotices accountId={account.id} of="projects" />
        <BulkNotices accountId={account.id} of="project" />
      </>
    ),
    [account.id],
  );

  return (
    <Screen
      title={LIST.title}
      tools={
        <>
          <SearchInput label={LIST.filter} value={projects.filter} onChange={projects.setFilter} shortcut />
          {tools}
        </>
      }
    >
      <ProjectsBar
        tab={deleted ? "deleted" : "active"}
        count={countWords(projects)}
        asOf={ageOf(projects)}
        tools={
          <AccountTools
            deleted={deleted}
            whose={projects.whose}
            onWhose={projects.setWhose}
            subject={projects.subject}
          />
        }
      />
      {notices}
      <ListNotices account={account} projects={projects} />
      <ListBody
        account={account}
        projects={projects}
        deleted={deleted}
        selected={selected}
        onSelect={setSelected}
        ticked={ticked}
        selection={
          ticked.rows.length > 0 && <TickedBar account={account} ticked={ticked} deleted={deleted} />
        }
      />
    </Screen>
  );
}

interface ListBodyProps {
  account: AccountView;
  projects: Projects;
  deleted: boolean;
  selected: string | undefined;
  onSelect(key: string): void;
  ticked: Ticked<ProjectRow>;
  /** What can be done with what is ticked. */
  selection: ReactNode;
}

/** The table, or what stands in its place. */
function ListBody(props: ListBodyProps) {
  const { account, projects, deleted, ticked } = props;
  const { rows, shown, filter, lists, whose } = projects;
  const accounts = useMemo(() => [account], [account]);
  if (projects.pending) return <Skeleton label={LIST.projects} shape="tall-rows" />;
  if (projects.unnamed && rows.length === 0) {
    return <NothingFits>{LIST.byOrganization}</NothingFits>;
  }
  if (rows.length === 0) {
    // What could not be read is said above, and is not taken for an empty list.
    const read = account.state === "ready" && lists.every(({ error }) => error === null);
    return read ? <NoProjects deleted={deleted} whose={whose} /> : null;
  }
  if (shown.length === 0) {
    return (
      <>
        {props.selection}
        <NothingFits>{noMatches(filter)}</NothingFits>
      </>
    );
  }
  const footer = footerWords(projects);
  return (
    <ProjectTable
      accounts={accounts}
      rows={shown}
      deleted={deleted}
      sort={projects.sort}
      onSort={projects.setSort}
      arrangement={[filter, whose, projects.subject.organizationId]}
      selected={props.selected}
      onSelect={props.onSelect}
      ticked={ticked.ids}
      onTick={ticked.tick}
      selection={props.selection}
      total={totalOf(projects)}
      footer={footer.length > 0 && footer.map((words) => <p key={words}>{words}</p>)}
    />
  );
}

/** What can be done with all ticked projects at once. */
function TickedBar({
  account,
  ticked,
  deleted,
}: {
  account: AccountView;
  ticked: Ticked<ProjectRow>;
  deleted: boolean;
}) {
  const { rows, hidden, clear } = ticked;
  const verb: BulkVerb = deleted ? "recoverProjects" : "deleteProjects";
  const plan = () =>
    openBulkDialog({ accountId: account.id, verb, itemIds: rows.map(({ project }) => project.id) });
  return (
    <Bar
      label={LIST.selected}
      count={grouped(rows.length)}
      hidden={hidden}
      value={rows.map(({ project }) => project)}
      onClear={clear}
    >
      <Button
        size="small"
        tone={deleted ? "default" : "danger"}
        icon={deleted ? "undo" : "trash"}
        onClick={plan}
      >
        {deleted ? LIST.recover(rows.length) : LIST.delete(rows.length)}
      </Button>
    </Bar>
  );
}

/** An empty list says what it is for and offers the first thing to do. */
function NoProjects({ deleted, whose }: { deleted: boolean; whose: Whose }) {
  if (deleted) {
    return (
      <EmptyState icon="archive" title={EMPTY.noDeleted}>
        {EMPTY.noDeletedText}
      </EmptyState>
    );
  }
  if (whose === "shared") {
    return (
      <EmptyState icon="user" title={EMPTY.noShared}>
        {EMPTY.noSharedText}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="folder"
      title={EMPTY.title}
      actions={<ActionButton action="project.new" tone="primary" icon="plus" />}
    >
      {EMPTY.text}
    </EmptyState>
  );
}
