import { useMemo } from "react";
import { useClockOffsets } from "@/data/clockOffset";
import { useBusyProjects } from "@/features/history/open";
import type { AccountView } from "@/ipc/generated";
import { rowMenus } from "@/kit/action/rowMenus";
import { useRouter } from "@/kit/route/useRouter";
import type { Sort } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import { activeColumns, deletedColumns } from "./columns";
import { keyOf, type ProjectRow } from "./rows";
import { LIST } from "./words";

interface ProjectTableProps {
  /** Those whose projects the rows are. */
  accounts: readonly AccountView[];
  /** They are all there are. */
  everywhere?: boolean;
  /** In their order, without what the filter leaves out. */
  rows: readonly ProjectRow[];
  deleted: boolean;
  sort: Sort;
  onSort(sort: Sort): void;
  /** The filter and the other choices that decide which rows are shown. */
  arrangement: readonly unknown[];
  selected: string | undefined;
  onSelect(id: string): void;
  /** Absent where rows are not ticked. */
  ticked?: ReadonlySet<string>;
  onTick?(ticked: ReadonlySet<string>): void;
  selection?: React.ReactNode;
  total: number | "unknown" | undefined;
  footer: React.ReactNode;
}

/** The table of projects. A click selects; Enter, a double click or the name opens. */
export function ProjectTable(props: ProjectTableProps) {
  const { accounts, everywhere = false, rows, deleted, selected, onSelect, footer } = props;
  const clockOffset = useClockOffsets();
  const router = useRouter();
  const busy = useBusyProjects();
  const columns = useMemo(() => {
    const byId = new Map(accounts.map((account) => [account.id, account]));
    const around = { accounts: byId, clockOffset, busy, everywhere };
    return deleted ? deletedColumns(around) : activeColumns(around);
  }, [deleted, accounts, everywhere, clockOffset, busy]);
  const open = ({ accountId, project }: ProjectRow) => {
    if (!deleted) router.go({ screen: "project", account: accountId, id: project.id });
  };
  return (
    <Table
      label={deleted ? LIST.deletedTitle : LIST.title}
      layout={everywhere ? "projects.all" : deleted ? "projects.deleted" : "projects"}
      tall
      // A filter leaves another few dozen rows with every key: drawing all of them is what one would wait for.
      virtualFrom={20}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      selected={selected}
      onSelect={(row) => onSelect(keyOf(row))}
      onOpen={open}
      {...(props.ticked && props.onTick && { ticked: props.ticked, onTick: props.onTick })}
      selection={props.selection}
      sort={props.sort}
      onSort={props.onSort}
      arrangement={props.arrangement}
      {...MENUS}
      total={props.total}
      footer={footer}
    />
  );
}

const MENUS = rowMenus("project", ({ project }: ProjectRow) => project.name);
