import type { AccountView } from "@/ipc/generated";
import { NothingFits } from "@/kit/state/NothingFits";
import { Skeleton } from "@/kit/state/Skeleton";
import { footerWords, loadedSoFar } from "./listWords";
import { NoProjects } from "./NoProjects";
import { ProjectTable } from "./ProjectTable";
import type { Projects } from "./useProjects";
import type { Ticked } from "./useTicked";

interface ListBodyProps {
  account: AccountView;
  projects: Projects;
  deleted: boolean;
  columns: readonly string[];
  selected: string | undefined;
  onSelect(id: string): void;
  ticked: Ticked;
}

/** The table, or what stands in its place. */
export function ListBody(props: ListBodyProps) {
  const { account, projects, deleted, ticked } = props;
  const { rows, shown, filter, lists, whose } = projects;
  if (projects.pending) return <Skeleton label="projects" shape="tall-rows" />;
  if (projects.unnamed && rows.length === 0) {
    return (
      <NothingFits>
        This platform lists the projects of one organization at a time. Choose one above.
      </NothingFits>
    );
  }
  if (rows.length === 0) {
    // What could not be read is told above, and is not taken for an empty list.
    const read = account.state === "ready" && lists.every(({ error }) => error === null);
    return read ? <NoProjects deleted={deleted} whose={whose} /> : null;
  }
  if (shown.length === 0) {
    return <NothingFits>No project fits “{filter}”.</NothingFits>;
  }
  const footer = footerWords(projects);
  return (
    <ProjectTable
      account={account}
      rows={shown}
      deleted={deleted}
      columns={props.columns}
      sort={projects.sort}
      onSort={projects.setSort}
      selected={props.selected}
      onSelect={props.onSelect}
      ticked={ticked.ids}
      onTick={ticked.tick}
      total={loadedSoFar(lists) === undefined ? undefined : "unknown"}
      footer={footer.length > 0 && footer.map((words) => <p key={words}>{words}</p>)}
    />
  );
}
