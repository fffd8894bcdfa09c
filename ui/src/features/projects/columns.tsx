import { sizeText } from "@/features/base/computeSize";
import { Instant } from "@/features/base/Instant";
import { Missing } from "@/features/base/Missing";
import { COMMON } from "@/features/base/words";
import { busyKey } from "@/features/history/open";
import type { AccountView } from "@/ipc/generated";
import { ByteSize } from "@/kit/data/ByteSize";
import type { Column } from "@/kit/table/columns";
import { Countdown } from "@/kit/time/Countdown";
import { formatDuration } from "@/kit/time/duration";
import { instantOf } from "@/time/clock";
import { accountColumn } from "./accountColumn";
import { MORE_COLUMNS } from "./moreColumns";
import { NameCell, RecoverCell } from "./ProjectCells";
import { ownerOf, type ProjectRow } from "./rows";
import { COLUMNS } from "./words";

type ProjectColumn = Column<ProjectRow>;

/** What cells need besides their row. Asked for once a table, as a cell is drawn whenever its row scrolls into sight. */
export interface Around {
  /** By id. */
  accounts: ReadonlyMap<string, AccountView>;
  /** How far an account's clock is ahead of this machine's, in milliseconds. */
  clockOffset(accountId: string): number;
  /** The projects that an operation runs on, by `busyKey`. */
  busy: ReadonlySet<string>;
  /** The rows are those of all accounts. */
  everywhere: boolean;
}

/** The columns of the active projects. Of all accounts the account is always there. */
export function activeColumns(around: Around): readonly ProjectColumn[] {
  return [
    name(around),
    ...(around.everywhere ? [accountColumn(around.accounts)] : []),
    REGION,
    POSTGRES,
    COMPUTE,
    STORAGE,
    {
      ...time("active", COMMON.activeTime, ({ project }) => project.usage.activeTimeSeconds),
      optional: true,
    },
    time("computeTime", COMMON.computeTime, ({ project }) => project.usage.computeTimeSeconds),
    when("created", COMMON.created, around, ({ project }) => project.createdAt),
    {
      ...when("lastActive", COMMON.lastActive, around, ({ project }) => project.lastActiveAt),
      wideOnly: false,
    },
    { ...when("updated", COMMON.updated, around, ({ project }) => project.updatedAt), optional: true },
    OWNER,
    ...MORE_COLUMNS,
  ];
}

/** The columns of the deleted ones. */
export function deletedColumns(around: Around): readonly ProjectColumn[] {
  return [
    name(around),
    { ...REGION, wideOnly: true },
    { ...POSTGRES, wideOnly: true },
    STORAGE,
    OWNER,
    { ...when("deleted", COMMON.deleted, around, ({ project }) => project.deletedAt), wideOnly: false },
    {
      id: "until",
      header: COLUMNS.recoverableFor,
      width: "112px",
      sortable: true,
      cell: ({ accountId, project: { recoverableUntil } }) =>
        recoverableUntil === null ? (
          <Missing />
        ) : (
          <Countdown
            until={instantOf(recoverableUntil)}
            clockOffset={around.clockOffset(accountId)}
            over={COLUMNS.expired}
          />
        ),
    },
    {
      id: "recover",
      header: COMMON.recover,
      width: "92px",
      stays: true,
      cell: (row) => <RecoverCell row={row} />,
    },
  ];
}

function name({ accounts, busy }: Around): ProjectColumn {
  return {
    id: "name",
    header: COMMON.name,
    width: "minmax(132px, 1fr)",
    takes: ({ nameWidth, wholeWidth }) => ({ name: nameWidth, whole: wholeWidth }),
    sortable: true,
    cell: (row) => (
      <NameCell
        row={row}
        isProduction={accounts.get(row.accountId)?.isProduction === true}
        isBusy={busy.has(busyKey(row.accountId, row.project.id))}
      />
    ),
  };
}

const REGION: ProjectColumn = {
  id: "region",
  header: COMMON.region,
  width: "minmax(96px, 112px)",
  sortable: true,
  cell: ({ project }) => project.regionId ?? <Missing />,
};

const POSTGRES: ProjectColumn = {
  id: "postgres",
  header: COLUMNS.postgres,
  width: "64px",
  align: "end",
  sortable: true,
  cell: ({ project }) => project.pgVersion ?? <Missing />,
};

const COMPUTE: ProjectColumn = {
  id: "compute",
  header: COLUMNS.compute,
  width: "76px",
  align: "end",
  sortable: true,
  cell: ({ project }) => sizeText(project.computeSize).replace("-", "–") || <Missing />,
};

const STORAGE: ProjectColumn = {
  id: "storage",
  header: COMMON.storage,
  width: "72px",
  align: "end",
  sortable: true,
  wideOnly: true,
  cell: ({ project: { usage } }) =>
    usage.storageBytes === null ? <Missing /> : <ByteSize bytes={usage.storageBytes} />,
};

const OWNER: ProjectColumn = {
  id: "owner",
  header: COMMON.organization,
  width: "minmax(72px, 124px)",
  sortable: true,
  wideOnly: true,
  cell: ({ project }) => ownerOf(project) || <Missing />,
};

function time(id: string, header: string, of: (row: ProjectRow) => number | null): ProjectColumn {
  return {
    id,
    header,
    width: "88px",
    align: "end",
    sortable: true,
    wideOnly: true,
    cell(row) {
      const seconds = of(row);
      if (seconds === null) return <Missing />;
      return <span title={`${seconds} s`}>{formatDuration(seconds * 1000)}</span>;
    },
  };
}

function when(
  id: string,
  header: string,
  { clockOffset }: Around,
  of: (row: ProjectRow) => string | null,
): ProjectColumn {
  return {
    id,
    header,
    width: "92px",
    sortable: true,
    wideOnly: true,
    cell(row) {
      return <Instant at={of(row)} clock={{ ahead: clockOffset(row.accountId) }} />;
    },
  };
}
