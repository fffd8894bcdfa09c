import { useMemo } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { useBusyProjects } from "@/features/history/open";
import type { AccountView } from "@/ipc/generated";
import { rowMenus } from "@/kit/action/rowMenus";
import { useRouter } from "@/kit/route/useRouter";
import type { Sort } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import { chosenColumns } from "./columnChoice";
import { activeColumns, deletedColumns } from "./columns";
import type { ProjectRow } from "./rows";

interface ProjectTableProps {
  account: AccountView;
  /** In their order, without what the filter leaves out. */
  rows: readonly ProjectRow[];
  deleted: boolean;
  /** The chosen columns, by id. */
  columns: readonly string[];
  sort: Sort;
  onSort(sort: Sort): void;
  selected: string | undefined;
  onSelect(id: string): void;
  ticked: ReadonlySet<string>;
  onTick(ticked: ReadonlySet<string>): void;
  total: number | "unknown" | undefined;
  footer: React.ReactNode;
}

/** The table of projects. A click selects; Enter, a double click or the name opens. */
export function ProjectTable(props: ProjectTableProps) {
  const { account, rows, deleted, columns, selected, onSelect, footer } = props;
  const clockOffset = useClockOffset(account.id);
  const router = useRouter();
  const { isProduction } = account;
  const busy = useBusyProjects(account.id);
  const shown = useMemo(() => {
    const around = { isProduction, clockOffset, busy };
    return deleted ? deletedColumns(around) : chosenColumns(activeColumns(around), columns);
  }, [deleted, columns, isProduction, clockOffset, busy]);
  const open = ({ accountId, project }: ProjectRow) => {
    if (!deleted) router.go({ screen: "project", account: accountId, id: project.id });
  };
  return (
    <Table
      label={deleted ? "Deleted projects" : "Projects"}
      tall
      // A filter leaves another few dozen rows with every key: drawing all of them is what one would wait for.
      virtualFrom={40}
      columns={shown}
      rows={rows}
      rowKey={keyOf}
      selected={selected}
      onSelect={(row) => onSelect(keyOf(row))}
      onOpen={open}
      ticked={props.ticked}
      onTick={props.onTick}
      sort={props.sort}
      onSort={props.onSort}
      {...MENUS}
      total={props.total}
      footer={footer}
    />
  );
}

const keyOf = ({ project }: ProjectRow) => project.id;

const MENUS = rowMenus("project", ({ project }: ProjectRow) => project.name);
