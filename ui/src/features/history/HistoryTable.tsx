import type { ReactNode } from "react";
import { outcomeLook } from "@/data/words";
import { Instant } from "@/features/base/Instant";
import { activityColumns } from "@/ipc/words";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import { LookPill } from "@/kit/data/Pill";
import { Icon } from "@/kit/icon/Icon";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import styles from "./History.module.css";
import { type HistoryItem, titleOf } from "./items";
import { Elapsed, OperationState } from "./OperationState";
import { clickOf, whereOf } from "./operation";
import { COLUMNS, words } from "./words";

interface HistoryTableProps {
  items: readonly HistoryItem[];
  /** Within one project the line says its branch, not the project. */
  ofProject: boolean;
  selected: string | undefined;
  onSelect(item: HistoryItem): void;
  onOpen(item: HistoryItem): void;
  /** The choices besides the time that decide which items are shown. */
  arrangement: readonly unknown[];
  /** More than these are there. */
  partial: boolean;
  footer?: ReactNode;
}

/** Operations and one's own actions, the newest first. */
export function HistoryTable({ items, ofProject, partial, ...props }: HistoryTableProps) {
  return (
    <Table
      {...props}
      label={words.title}
      tall
      layout={ofProject ? "project.history" : "history"}
      columns={ofProject ? WITHIN_PROJECT : EVERYWHERE}
      rows={items}
      rowKey={({ key }) => key}
      total={partial ? "unknown" : undefined}
      rowMenu={rowMenu}
      contextMenu={contextMenu}
    />
  );
}

const rowMenu = (item: HistoryItem) => {
  const label = COLUMNS.actions(titleOf(item));
  return item.kind === "operation" ? (
    <ActionMenu about="operation" subject={item.row} label={label} />
  ) : (
    <ActionMenu about="activityEntry" subject={item.entry} label={label} />
  );
};

const contextMenu = (item: HistoryItem) =>
  item.kind === "operation" ? (
    <ActionMenuItems about="operation" subject={item.row} />
  ) : (
    <ActionMenuItems about="activityEntry" subject={item.entry} />
  );

const WHAT: Column<HistoryItem> = {
  id: "what",
  header: activityColumns.action,
  width: "minmax(150px, 1fr)",
  takes: (item) => wordsWidth(titleOf(item), "", 26),
  cell: (item) => <What item={item} />,
};

function What({ item }: { item: HistoryItem }) {
  const operation = item.kind === "operation" ? item.row.operation : undefined;
  return (
    <div
      className={styles.what}
      data-testid={operation ? "operation-row" : "action-row"}
      data-operation={operation?.id}
    >
      <span className={styles.sign} title={operation ? words.operation : words.action}>
        <Icon name={operation ? "pulse" : "user"} />
        <span className="visually-hidden">{operation ? words.operation : words.action}</span>
      </span>
      <RowName name={titleOf(item)} detail={reasonOf(item)} />
    </div>
  );
}

/** Why it failed, or what began it. */
function reasonOf(item: HistoryItem): string {
  if (item.kind === "action") return item.entry.detail ?? words.action;
  return item.row.operation.error ?? clickOf(item.row) ?? words.startedElsewhere;
}

const subjectOf = (item: HistoryItem): string =>
  item.kind === "operation" ? whereOf(item.row) : item.entry.subject;

const WHERE: Column<HistoryItem> = {
  id: "where",
  header: activityColumns.place,
  width: "minmax(110px, 1fr)",
  takes: (item) => wordsWidth(subjectOf(item) || placeOf(item)),
  cell: (item) =>
    subjectOf(item) === "" ? (
      <RowName name={placeOf(item)} />
    ) : (
      <RowName name={subjectOf(item)} detail={placeOf(item)} />
    ),
};

const placeOf = (item: HistoryItem): string =>
  item.kind === "operation" ? (item.row.accountName ?? item.row.accountId) : item.entry.place;

const BRANCH: Column<HistoryItem> = {
  id: "where",
  header: COLUMNS.branch,
  width: "minmax(110px, 1fr)",
  takes: (item) => wordsWidth(branchOf(item)),
  cell: (item) => (
    <RowName name={branchOf(item)} detail={item.kind === "operation" && item.row.operation.computeId} />
  ),
};

function branchOf(item: HistoryItem): string {
  if (item.kind === "action") return withinProject(item.entry.subject);
  return item.row.branchName ?? item.row.operation.branchId ?? words.project;
}

/** "main / ledger" of "shop-prod / main / ledger". */
const withinProject = (subject: string): string => subject.split(" / ").slice(1).join(" / ") || subject;

const REST: ReadonlyArray<Column<HistoryItem>> = [
  {
    id: "state",
    header: activityColumns.outcome,
    width: "minmax(104px, 184px)",
    cell: (item) =>
      item.kind === "operation" ? (
        <OperationState row={item.row} />
      ) : (
        <LookPill look={outcomeLook(item.entry.outcome)} />
      ),
  },
  {
    id: "took",
    header: COLUMNS.duration,
    width: "72px",
    align: "end",
    wideOnly: true,
    cell: (item) => item.kind === "operation" && <Elapsed row={item.row} />,
  },
  {
    id: "at",
    header: activityColumns.time,
    width: "92px",
    align: "end",
    cell: (item) => <Began item={item} />,
  },
];

/** When it began: by its platform's clock, but for what this app did or saw begin. */
function Began({ item }: { item: HistoryItem }) {
  const created = item.kind === "operation" && !item.row.clicked ? item.row.operation.createdAt : null;
  if (item.kind !== "operation" || created === null) return <Instant at={item.at} clock="here" />;
  return <Instant at={created} clock={{ account: item.row.accountId }} />;
}

const EVERYWHERE = [WHAT, WHERE, ...REST];
const WITHIN_PROJECT = [WHAT, BRANCH, ...REST];
