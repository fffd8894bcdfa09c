import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { accountsQuery } from "@/data/queries";
import { outcomeLook } from "@/data/words";
import { RequestId } from "@/features/base/FailureNotice";
import { Instant } from "@/features/base/Instant";
import type { AccountView, ActivityView } from "@/ipc/generated";
import { rowMenus } from "@/kit/action/rowMenus";
import { useSelectedRow } from "@/kit/action/useSelectedRow";
import { Dot } from "@/kit/data/Dot";
import { LookPill } from "@/kit/data/Pill";
import { Link } from "@/kit/route/Link";
import { useRouter } from "@/kit/route/useRouter";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { RowName } from "@/kit/table/RowName";
import { Table } from "@/kit/table/Table";
import styles from "./Activity.module.css";
import { placeOf } from "./actions";

/** Enter or a double click on an entry leads to what it is about, while that is there. */
export function ActivityTable({ rows, footer }: { rows: readonly ActivityView[]; footer: ReactNode }) {
  const router = useRouter();
  const accounts = useQuery(accountsQuery);
  const columns = useMemo(() => activityColumns(accounts.data ?? []), [accounts.data]);
  const selection = useSelectedRow("activityEntry", rows, ({ id }) => id);
  return (
    <Table
      label="Activity"
      layout="activity"
      tall
      columns={columns}
      rows={rows}
      {...selection}
      onOpen={(entry) => {
        const place = placeOf(entry);
        if (place) router.go(place);
      }}
      {...rowMenus("activityEntry", (entry) => entry.action)}
      footer={footer}
    />
  );
}

/** The columns of the log; an account that is there shows its colour and the name it has now. */
function activityColumns(accounts: readonly AccountView[]): ReadonlyArray<Column<ActivityView>> {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return [
    {
      id: "action",
      header: "Action",
      width: "minmax(180px, 1.2fr)",
      takes: ({ action, subject }) => wordsWidth(action, subject),
      cell: ({ action, subject }) => <RowName name={action} detail={subject || undefined} />,
    },
    {
      id: "where",
      header: "Where",
      width: "minmax(90px, 0.6fr)",
      cell: ({ accountId, place }) => <Where account={byId.get(accountId ?? "")} place={place} />,
    },
    {
      id: "outcome",
      header: "Result",
      width: "104px",
      cell: ({ outcome }) => <LookPill look={outcomeLook(outcome)} />,
    },
    {
      id: "detail",
      header: "Details",
      width: "minmax(110px, 1fr)",
      cell: ({ detail, operationIds }) => (
        <div className="ui-lines">
          {detail && <span className={styles.detail}>{detail}</span>}
          <Operations ids={operationIds} />
        </div>
      ),
    },
    {
      id: "request",
      header: "Request ID",
      width: "186px",
      wideOnly: true,
      cell: ({ requestId }) =>
        requestId ? <RequestId id={requestId} /> : <span className="ui-faint">–</span>,
    },
    {
      id: "at",
      header: "Time",
      width: "88px",
      align: "end",
      cell: ({ at }) => <Instant at={at} clock="here" />,
    },
  ];
}

function Where({ account, place }: { account: AccountView | undefined; place: string }) {
  if (!account) return <span className="ui-cut">{place}</span>;
  return (
    <span className="ui-cut">
      <Dot colour={account.colour} /> {account.name}
    </span>
  );
}

/** The first operation that a click began, as a link, and how many more there are. */
function Operations({ ids }: { ids: readonly string[] }) {
  const [first, ...more] = ids;
  if (first === undefined) return null;
  return (
    <span className={styles.operations}>
      <Link to={{ screen: "operations", id: first }} className={styles.operation ?? ""} title={first}>
        operation {first.slice(0, 8)}
      </Link>
      {more.length > 0 && (
        <span className="ui-faint" title={more.join(", ")}>
          +{more.length}
        </span>
      )}
    </span>
  );
}
