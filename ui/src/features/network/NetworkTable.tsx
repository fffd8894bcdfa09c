import { useMemo, useState } from "react";
import { grouped } from "@/data/format";
import { Instant } from "@/features/base/Instant";
import { noMatches } from "@/features/base/words";
import type { ContactView } from "@/ipc/generated";
import { contactReasons } from "@/ipc/words";
import { NothingFits } from "@/kit/state/NothingFits";
import { type Column, type Sort, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import { filtered, keyOf, sorted } from "./rows";
import { COLUMNS, NETWORK } from "./words";

/** The contacted hosts, the latest first until a column is chosen. */
export function NetworkTable({ contacts, filter }: { contacts: readonly ContactView[]; filter: string }) {
  const [sort, setSort] = useState<Sort>({ column: "last", direction: "descending" });
  const shown = useMemo(() => sorted(filtered(contacts, filter), sort), [contacts, filter, sort]);
  if (shown.length === 0) return <NothingFits>{noMatches(filter)}</NothingFits>;
  return (
    <Table
      label={NETWORK.title}
      layout="network"
      tall
      columns={COLUMN_LIST}
      rows={shown}
      rowKey={keyOf}
      sort={sort}
      onSort={setSort}
    />
  );
}

const COLUMN_LIST: ReadonlyArray<Column<ContactView>> = [
  {
    id: "host",
    header: COLUMNS.host,
    width: "minmax(180px, 1.6fr)",
    takes: ({ address }) => wordsWidth(address),
    sortable: true,
    stays: true,
    cell: ({ address, isLocal, reason }) => (
      <div data-testid="contact-row" data-reason={reason}>
        <RowName name={address} detail={isLocal ? NETWORK.local : ""} />
      </div>
    ),
  },
  {
    id: "reason",
    header: COLUMNS.reason,
    width: "minmax(132px, 1fr)",
    sortable: true,
    cell: ({ reason }) => (
      <span className="ui-cut" title={contactReasons[reason].detail}>
        {contactReasons[reason].word}
      </span>
    ),
  },
  {
    id: "count",
    header: COLUMNS.count,
    width: "92px",
    align: "end",
    sortable: true,
    cell: ({ count }) => grouped(count),
  },
  {
    id: "unanswered",
    header: COLUMNS.unanswered,
    width: "100px",
    align: "end",
    sortable: true,
    cell: ({ unanswered }) =>
      unanswered === 0 ? <span className="ui-faint">{NETWORK.none}</span> : grouped(unanswered),
  },
  {
    id: "first",
    header: COLUMNS.first,
    width: "112px",
    align: "end",
    wideOnly: true,
    sortable: true,
    cell: ({ firstAt }) => <Instant at={firstAt} clock="here" />,
  },
  {
    id: "last",
    header: COLUMNS.last,
    width: "112px",
    align: "end",
    sortable: true,
    cell: ({ lastAt }) => <Instant at={lastAt} clock="here" />,
  },
];
