import { useMemo, useState } from "react";
import type { SandboxView, TemporaryView } from "@/ipc/generated";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import { ByteSize } from "@/kit/data/ByteSize";
import { NothingFits } from "@/kit/state/NothingFits";
import { type Column, type Sort, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import { Expiry } from "./Expiry";
import styles from "./Shelf.module.css";
import { StatePill } from "./StatePill";
import { detailOf, filtered, serverOf, sorted } from "./shelf";

interface ShelfProps {
  rows: readonly TemporaryView[];
  sandbox: SandboxView | undefined;
  filter: string;
  selected: string | undefined;
  onSelect(row: TemporaryView): void;
  onOpen(row: TemporaryView): void;
}

/** The table of all temporary databases, newest first until a column is chosen. */
export function Shelf({ rows, sandbox, filter, selected, onSelect, onOpen }: ShelfProps) {
  const [sort, setSort] = useState<Sort>({ column: "created", direction: "descending" });
  const columns = useMemo(() => columnsFor(sandbox), [sandbox]);
  const shown = useMemo(
    () => sorted(filtered(rows, filter), sort, (row) => serverOf(row, sandbox)?.storageBytes),
    [rows, filter, sort, sandbox],
  );
  if (shown.length === 0) {
    return <NothingFits>Nothing on the shelf fits “{filter}”.</NothingFits>;
  }
  return (
    <Table
      label="Temporary databases"
      tall
      columns={columns}
      rows={shown}
      rowKey={(row) => row.id}
      selected={selected}
      onSelect={onSelect}
      onOpen={onOpen}
      sort={sort}
      onSort={setSort}
      rowMenu={(row) => <ActionMenu about="temporary" subject={row} label={`Actions for ${row.name}`} />}
      contextMenu={(row) => <ActionMenuItems about="temporary" subject={row} />}
    />
  );
}

function columnsFor(sandbox: SandboxView | undefined): ReadonlyArray<Column<TemporaryView>> {
  return [
    {
      id: "name",
      header: "Name",
      width: "minmax(112px, 1fr)",
      takes: (row) => wordsWidth(row.name, detailOf(row)),
      sortable: true,
      cell: (row) => (
        <div data-testid="temporary-row" data-state={row.state}>
          <RowName name={row.name} detail={detailOf(row)} />
        </div>
      ),
    },
    { id: "expires", header: "Expires", width: "122px", sortable: true, cell: (row) => <Expiry row={row} /> },
    { id: "state", header: "State", width: "112px", sortable: true, cell: (row) => <StatePill row={row} /> },
    {
      id: "size",
      header: "Size",
      width: "60px",
      align: "end",
      sortable: true,
      cell: (row) => {
        const server = serverOf(row, sandbox);
        if (server) return <ByteSize bytes={server.storageBytes} />;
        return (
          <span className={styles.quiet}>
            <span aria-hidden="true">–</span>
            <span className="visually-hidden">not measured here</span>
          </span>
        );
      },
    },
  ];
}
