import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { accountsQuery } from "@/data/queries";
import type { ActivityView } from "@/ipc/generated";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import { usePublish } from "@/kit/action/useActions";
import { useRouter } from "@/kit/route/useRouter";
import { Table } from "@/kit/table/Table";
import { placeOf } from "./actions";
import { activityColumns } from "./columns";

interface ActivityTableProps {
  rows: readonly ActivityView[];
  footer: ReactNode;
}

/** Enter or a double click on an entry leads to what it is about, while that is there. */
export function ActivityTable({ rows, footer }: ActivityTableProps) {
  const router = useRouter();
  const accounts = useQuery(accountsQuery);
  const columns = useMemo(() => activityColumns(accounts.data ?? []), [accounts.data]);
  const [selected, setSelected] = useState<string>();
  usePublish(
    "activityEntry",
    rows.find(({ id }) => id === selected),
  );
  return (
    <Table
      label="Activity"
      tall
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      selected={selected}
      onSelect={({ id }) => setSelected(id)}
      onOpen={(entry) => {
        const place = placeOf(entry);
        if (place) router.go(place);
      }}
      rowMenu={(entry) => (
        <ActionMenu about="activityEntry" subject={entry} label={`Actions for ${entry.action}`} />
      )}
      contextMenu={(entry) => <ActionMenuItems about="activityEntry" subject={entry} />}
      footer={footer}
    />
  );
}
