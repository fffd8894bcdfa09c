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
import { MINUTE, useNow } from "@/kit/time/useNow";
import { instantOf } from "@/time/clock";
import { detailOf, filtered, serverOf, sorted } from "./rows";
import type { TemporarySubject } from "./subjects";
import styles from "./TemporaryTable.module.css";
import { COLUMNS, EXPIRES, LIST, NOT_REPORTED, noMatches, ofLifetime } from "./words";

interface TemporaryTableProps {
  rows: readonly TemporarySubject[];
  sandbox: SandboxView | undefined;
  filter: string;
  selected: string | undefined;
  onSelect(row: TemporarySubject): void;
  onOpen(row: TemporarySubject): void;
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
    return <NothingFits>{noMatches(filter)}</NothingFits>;
  }
  return (
    <Table
      label={LIST.title}
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
      arrangement={[filter]}
      {...MENUS}
    />
  );
}

function columnsFor(sandbox: SandboxView | undefined): ReadonlyArray<Column<TemporarySubject>> {
  return [
    {
      id: "name",
      header: COLUMNS.name,
      width: "minmax(112px, 1fr)",
      takes: (row) => wordsWidth(row.name, detailOf(row)),
      sortable: true,
      cell: (row) => (
        <div data-testid="temporary-row" data-state={row.state}>
          <RowName name={row.name} detail={detailOf(row)} />
        </div>
      ),
    },
    {
      id: "expires",
      header: COLUMNS.expires,
      width: "122px",
      sortable: true,
      cell: (row) => <Expiry row={row} />,
    },
    {
      id: "state",
      header: COLUMNS.state,
      width: "112px",
      matters: true,
      sortable: true,
      cell: (row) => <StatePill row={row} />,
    },
    {
      id: "size",
      header: COLUMNS.size,
      width: "60px",
      align: "end",
      sortable: true,
      cell: (row) => {
        const server = serverOf(row, sandbox);
        if (server) return <ByteSize bytes={server.storageBytes} />;
        return <NotReported />;
      },
    },
  ];
}

/** When a row goes, as its state has it: counted down over its 72 hours, kept, or over. */
function Expiry({ row }: { row: TemporaryView }) {
  switch (row.state) {
    case "unclaimed":
    // One that is being claimed goes in its time all the same, unless the claim is completed.
    case "claiming":
    case "unknown":
      return row.expiresAt ? <Left row={row} until={instantOf(row.expiresAt)} /> : <NotReported />;
    case "creating":
      return <Quiet>{EXPIRES.creating}</Quiet>;
    case "claimed":
      return EXPIRES.never;
    case "expired":
      return row.expiresAt ? (
        <Quiet>
          <Instant at={row.expiresAt} clock={{ ahead: row.clockOffsetMs }} />
        </Quiet>
      ) : (
        <NotReported />
      );
    case "unclear":
    case "gone":
    case "failed":
      return <NotReported />;
  }
}

function Left({ row, until }: { row: TemporaryView; until: number }) {
  const left = useTimeLeft(until, row.clockOffsetMs);
  const warning = warningAt(left);
  const tone = warning === undefined ? "ok" : warning === "halfHour" ? "danger" : "warning";
  return (
    <div className={styles.expiry}>
      <span>
        {EXPIRES.in} <Countdown until={until} clockOffset={row.clockOffsetMs} over={EXPIRES.soon} />
      </span>
      <Meter
        label={COLUMNS.left}
        value={left}
        max={LIFETIME}
        text={ofLifetime(left)}
        tone={tone}
        className={styles.bar}
      />
    </div>
  );
}

function NotReported() {
  return (
    <span className="ui-faint" title={NOT_REPORTED}>
      <span aria-hidden="true">{EXPIRES.none}</span>
      <span className="visually-hidden">{NOT_REPORTED}</span>
    </span>
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

const MENUS = rowMenus("temporary", (row) => row.name);
