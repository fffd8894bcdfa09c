import { useState } from "react";
import { Button } from "@/kit/control/Button";
import { IconButton } from "@/kit/control/IconButton";
import { ByteSize } from "@/kit/data/ByteSize";
import { Pill } from "@/kit/data/Pill";
import { TickedBar } from "@/kit/layout/TickedBar";
import { Menu } from "@/kit/overlay/Menu";
import { MenuItem } from "@/kit/overlay/MenuItem";
import type { Column, Sort } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import styles from "./Gallery.module.css";
import { Sample } from "./Sample";

interface Row {
  id: string;
  bytes: number;
}

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `database-${index + 1}`,
    bytes: (index * 7919 * 1013) % 90_000_000,
  }));
const FEW = rowsOf(12);
const MANY = rowsOf(10_000);

const COLUMNS: ReadonlyArray<Column<Row>> = [
  { id: "name", header: "Name", width: "minmax(160px, 1fr)", sortable: true, cell: (row) => row.id },
  { id: "state", header: "State", width: "132px", cell: () => <Pill tone="ok">Unclaimed</Pill> },
  { id: "ref", header: "Reference", width: "120px", wideOnly: true, cell: () => "plinth" },
  {
    id: "size",
    header: "Size",
    width: "84px",
    align: "end",
    sortable: true,
    cell: (row) => <ByteSize bytes={row.bytes} />,
  },
];

const TALL: ReadonlyArray<Column<Row>> = [
  {
    id: "name",
    header: "Name",
    width: "minmax(160px, 1fr)",
    cell: (row) => <RowName name={row.id} detail="this machine · ref plinth" />,
  },
  ...COLUMNS.slice(1),
];

const menuItems = (row: Row) => <MenuItem onSelect={() => {}}>Copy {row.id}</MenuItem>;
const rowMenu = (row: Row) => (
  <Menu trigger={<IconButton icon="ellipsis" label={`Actions for ${row.id}`} size="small" />}>
    {menuItems(row)}
  </Menu>
);

export function Tables() {
  const [selected, setSelected] = useState<string | undefined>("database-2");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(["database-1", "database-3"]));
  const [sort, setSort] = useState<Sort>({ column: "name", direction: "ascending" });
  const keyOf = (row: Row) => row.id;
  return (
    <>
      <Sample name="Two lines, a detail open">
        <div className={styles.frame} style={{ width: "100%" }}>
          <Table
            tall
            label="Temporary databases"
            layout="gallery.few"
            columns={TALL}
            rows={FEW}
            rowKey={keyOf}
            selected={selected}
            onSelect={(row) => setSelected(row.id)}
            rowMenu={rowMenu}
            contextMenu={menuItems}
          />
        </div>
      </Sample>
      <Sample name="10,000 rows, ticked, sorted">
        <div className={styles.frame} style={{ width: "100%" }}>
          <Table
            label="Projects"
            layout="gallery.many"
            columns={COLUMNS}
            rows={MANY}
            rowKey={keyOf}
            ticked={ticked}
            onTick={setTicked}
            selection={
              ticked.size > 0 && (
                <TickedBar
                  label="Selected projects"
                  count={`${ticked.size}`}
                  hidden={0}
                  value={[...ticked]}
                  onClear={() => setTicked(new Set())}
                >
                  <Button size="small" tone="danger" icon="trash">
                    Delete…
                  </Button>
                </TickedBar>
              )
            }
            sort={sort}
            onSort={setSort}
            footer="All 10,000 loaded"
          />
        </div>
      </Sample>
    </>
  );
}
