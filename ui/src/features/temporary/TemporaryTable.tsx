import { useMemo, useState } from "react";
import { LIFETIME, temporaryLook, warningAt } from "@/data/words";
import { Instant } from "@/features/base/Instant";
import type { SandboxView, TemporaryView } from "@/ipc/generated";
import { rowMenus } from "@/kit/action/rowMenus";
import { ByteSize } from "@/kit/data/ByteSize";
import { Meter } from "@/kit/data/Meter";
import { LookPill } from "@/kit/data/Pill";
import { NothingFits } from "@/kit/state/NothingFits";
import { type Column, type Sort, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import { Countdown, useTimeLeft } from "@/kit/time/Countdown";
import { formatDuration } from "@/kit/time/duration";
import { MINUTE, useNow } from "@/kit/time/useNow";
import { instantOf } from "@/time/clock";
import { detailOf, filtered, serverOf, sorted } from "./rows";
import styles from "./TemporaryTable.module.css";

interface TemporaryTableProps {
  rows: readonly TemporaryView[];
  sandbox: SandboxView | undefined;
  filter: string;
  selected: string | undefined;
  onSelect(row: TemporaryView): void;
  onOpen(row: TemporaryView): void;
}

/** The table of all temporary databases, newest first until a column is chosen. */
export function TemporaryTable({ rows, sandbox, filter, selected, onSelect, onOpen }: TemporaryTableProps) {
  const [sort, setSort] = useState<Sort>({ column: "created", direction: "descending" });
  const columns = useMemo(() => columnsFor(sandbox), [sandbox]);
  const shown = useMemo(
    () => sorted(filtered(rows, filter), sort, (row) => serverOf(row, sandbox)?.storageBytes),
    [rows, filter, sort, sandbox],
  );
  if (shown.length === 0) {
    return <NothingFits>No matches for “{filter}”</NothingFits>;
  }
  return (
    <Table
      label="Temporary databases"
      layout="temporary"
      tall
      columns={columns}
      rows={shown}
      rowKey={(row) => row.id}
      selected={selected}
      onSelect={onSelect}
      onOpen={onOpen}
      sort={sort}
      onSort={setSort}
      {...rowMenus("temporary", (row) => row.name)}
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
          <span className="ui-faint">
            <span aria-hidden="true">–</span>
            <span className="visually-hidden">Not reported</span>
          </span>
        );
      },
    },
  ];
}

/** When a row goes, as its state has it: counted down over its 72 hours, kept, or over. */
function Expiry({ row }: { row: TemporaryView }) {
  switch (row.state) {
    case "unclaimed":
    case "unknown":
      return row.expiresAt ? <Left row={row} until={instantOf(row.expiresAt)} /> : <Quiet>Unknown</Quiet>;
    case "creating":
      return <Quiet>In 72 h</Quiet>;
    case "claiming":
      return <Quiet>Never once claimed</Quiet>;
    case "claimed":
      return <Quiet>Never</Quiet>;
    case "unclear":
      return <Quiet>Unknown</Quiet>;
    case "gone":
      return <Quiet>–</Quiet>;
    case "expired":
      return row.expiresAt ? (
        <Quiet>
          Expired <Instant at={row.expiresAt} clock={{ ahead: row.clockOffsetMs }} />
        </Quiet>
      ) : (
        <Quiet>Expired</Quiet>
      );
    case "failed":
      return <Quiet>–</Quiet>;
  }
}

function Left({ row, until }: { row: TemporaryView; until: number }) {
  const left = useTimeLeft(until, row.clockOffsetMs);
  const warning = warningAt(left);
  const tone = warning === undefined ? "ok" : warning === "halfHour" ? "danger" : "warning";
  return (
    <div className={styles.expiry}>
      <Countdown until={until} clockOffset={row.clockOffsetMs} over="expiring now" />
      <Meter
        label="Time left"
        value={left}
        max={LIFETIME}
        text={`${formatDuration(left)} of 72 h`}
        tone={tone}
        className={styles.bar}
      />
    </div>
  );
}

function Quiet({ children }: { children: React.ReactNode }) {
  return <span className="ui-faint">{children}</span>;
}

/** The state in a word, which the clock alone can change. */
function StatePill({ row }: { row: TemporaryView }) {
  const now = useNow(row.state === "unclaimed" ? MINUTE : undefined);
  const look = temporaryLook(row, now);
  return <LookPill look={look} />;
}
