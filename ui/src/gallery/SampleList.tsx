import { Meter } from "@/kit/data/Meter";
import { Pill, type Tone } from "@/kit/data/Pill";
import type { Column } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import { Countdown } from "@/kit/time/Countdown";
import { HOUR, MINUTE } from "@/kit/time/useNow";

interface Row {
  name: string;
  detail: string;
  /** Milliseconds left, or the words that stand there instead. */
  left: number | string;
  tone: Tone;
  state: string;
  size: string;
}

const NOW = Date.now();
const SPAN = 72 * HOUR;

const ROWS: readonly Row[] = [
  {
    name: "checkout-spike",
    detail: "this machine · ref plinth · ~/code/checkout/.env",
    left: 71 * HOUR + 58 * MINUTE + 30_000,
    tone: "ok",
    state: "Unclaimed",
    size: "7.6 MB",
  },
  {
    name: "import-2026-11",
    detail: "this machine · seeded from schema.sql",
    left: 3 * HOUR + 41 * MINUTE + 30_000,
    tone: "warning",
    state: "Expires soon",
    size: "63.1 MB",
  },
  {
    name: "workshop-group-b",
    detail: "neon.new · logical replication",
    left: "no end once claimed",
    tone: "progress",
    state: "Claiming",
    size: "–",
  },
  {
    name: "demo-tuesday",
    detail: "neon.new · claimed by org Acme",
    left: "kept",
    tone: "off",
    state: "Claimed",
    size: "–",
  },
];

const COLUMNS: ReadonlyArray<Column<Row>> = [
  {
    id: "name",
    header: "Name",
    width: "minmax(140px, 1fr)",
    cell: (row) => <RowName name={row.name} detail={row.detail} />,
  },
  { id: "expires", header: "Expires", width: "150px", cell: (row) => <Left row={row} /> },
  { id: "state", header: "State", width: "132px", cell: (row) => <Pill tone={row.tone}>{row.state}</Pill> },
  { id: "size", header: "Size", width: "84px", align: "end", cell: (row) => row.size },
];

function Left({ row }: { row: Row }) {
  if (typeof row.left === "string") return <span style={{ color: "var(--ink-3)" }}>{row.left}</span>;
  return (
    <div style={{ width: 96, display: "grid", gap: 4 }}>
      <Countdown until={NOW + row.left} clockOffset={0} />
      <Meter
        label="Time left"
        tone={row.left < 4 * HOUR ? "warning" : "ok"}
        value={row.left}
        max={SPAN}
        text={`${Math.round(row.left / HOUR)} of 72 hours`}
      />
    </div>
  );
}

interface SampleListProps {
  selected: string | undefined;
  onSelect(name: string): void;
}

export function SampleList({ selected, onSelect }: SampleListProps) {
  return (
    <Table
      tall
      label="Temporary databases"
      columns={COLUMNS}
      rows={ROWS}
      rowKey={(row) => row.name}
      selected={selected}
      onSelect={(row) => onSelect(row.name)}
    />
  );
}
