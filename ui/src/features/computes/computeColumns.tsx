import { Instant } from "@/features/base/Instant";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { ComputeState } from "./ComputeState";
import styles from "./Computes.module.css";
import type { ComputeSubject } from "./places";
import { sizeWords, suspendWords } from "./size";
import { kindWord } from "./words";

const detailOf = ({ compute }: ComputeSubject) =>
  [kindWord(compute).toLowerCase(), compute.name, compute.id].filter(Boolean).join(" · ");

/** What each line of the computes says. */
export const COMPUTE_COLUMNS: ReadonlyArray<Column<ComputeSubject>> = [
  {
    id: "branch",
    header: "Branch, compute",
    width: "minmax(150px, 1fr)",
    takes: (row) => wordsWidth(row.branchName, detailOf(row)),
    cell: (row) => <RowName name={row.branchName} detail={detailOf(row)} />,
  },
  { id: "state", header: "State", width: "122px", cell: (row) => <ComputeState subject={row} /> },
  {
    id: "size",
    header: "Size, sleeps after",
    width: "138px",
    cell: ({ compute: { size } }) => (
      <RowName name={sizeWords(size)} detail={suspendWords(size.suspendTimeoutSeconds)} />
    ),
  },
  {
    id: "host",
    header: "Host",
    width: "minmax(100px, 1fr)",
    wideOnly: true,
    cell: ({ compute: { host } }) =>
      host === null ? (
        <span className={styles.quiet}>not told</span>
      ) : (
        <code className={styles.quiet} title={host}>
          {host}
        </code>
      ),
  },
  {
    id: "active",
    header: "Last active",
    width: "92px",
    wideOnly: true,
    cell: ({ accountId, compute: { lastActive } }) => (
      <Instant at={lastActive} clock={{ account: accountId }} missing="never" />
    ),
  },
];
