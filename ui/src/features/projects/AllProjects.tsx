import { noMatches } from "@/features/base/words";
import { RefreshButton } from "@/features/refresh/RefreshButton";
import type { AccountView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { SearchInput } from "@/kit/control/SearchInput";
import { Screen } from "@/kit/layout/Screen";
import { EmptyState } from "@/kit/state/EmptyState";
import { NothingFits } from "@/kit/state/NothingFits";
import { Skeleton } from "@/kit/state/Skeleton";
import { AllNotices } from "./AllNotices";
import { ProjectsBar } from "./ProjectsBar";
import { ProjectTable } from "./ProjectTable";
import { useAllProjects } from "./useAllProjects";
import { useSelectedProject } from "./useProjectRows";
import { ageOf, countWords, EMPTY, footerWords, LIST, totalOf, words } from "./words";

/** The projects of all accounts in one list. A row opens its project in its account. */
export function AllProjects({ accounts }: { accounts: readonly AccountView[] }) {
  const projects = useAllProjects(accounts);
  const [selected, setSelected] = useSelectedProject(projects.rows);
  return (
    <Screen
      title={LIST.title}
      tools={
        <>
          <SearchInput label={LIST.filter} value={projects.filter} onChange={projects.setFilter} shortcut />
          <ActionButton action="project.new" tone="primary" />
        </>
      }
    >
      <ProjectsBar tab="all" count={countWords(projects)} asOf={ageOf(projects)} tools={<RefreshButton />} />
      <AllNotices lists={projects.accounts} />
      <AllBody accounts={accounts} projects={projects} selected={selected} onSelect={setSelected} />
    </Screen>
  );
}

interface AllBodyProps {
  accounts: readonly AccountView[];
  projects: ReturnType<typeof useAllProjects>;
  selected: string | undefined;
  onSelect(key: string): void;
}

/** The table, or what stands in its place. */
function AllBody({ accounts, projects, selected, onSelect }: AllBodyProps) {
  const { rows, shown, filter, lists, pending } = projects;
  if (pending) return <Skeleton label={LIST.projects} shape="tall-rows" />;
  if (rows.length === 0) {
    // What could not be read is said above, and is not taken for an empty list.
    return lists.every(({ error }) => error === null) ? (
      <EmptyState icon="folder" title={EMPTY.title}>
        {words.noProjectsAnywhere}
      </EmptyState>
    ) : null;
  }
  if (shown.length === 0) return <NothingFits>{noMatches(filter)}</NothingFits>;
  const footer = footerWords(projects);
  return (
    <ProjectTable
      accounts={accounts}
      everywhere
      rows={shown}
      deleted={false}
      sort={projects.sort}
      onSort={projects.setSort}
      arrangement={[filter]}
      selected={selected}
      onSelect={onSelect}
      total={totalOf(projects)}
      footer={footer.length > 0 && footer.map((line) => <p key={line}>{line}</p>)}
    />
  );
}
