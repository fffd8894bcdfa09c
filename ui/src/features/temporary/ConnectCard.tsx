import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Failure } from "@/features/accounts/Failure";
import { ConnectTabs } from "@/features/connect/ConnectTabs";
import type { ConnectSource } from "@/ipc/generated";
import { Card } from "@/kit/layout/Card";
import { Skeleton } from "@/kit/state/Skeleton";
import type { TemporarySubject } from "./places";
import { connectQuery } from "./queries";

/** How to connect, in every form that people paste somewhere. Masked until a form is revealed on purpose. */
export function ConnectCard({ row }: { row: TemporarySubject }) {
  const connect = useQuery(connectQuery(row.id));
  const source = useMemo((): ConnectSource => ({ kind: "temporary", id: row.id }), [row.id]);
  if (connect.data) return <ConnectTabs source={source} view={connect.data} locked={row.locked} />;
  if (connect.error) {
    return (
      <Failure
        title="The connection string could not be read"
        error={connect.error}
        onRetry={() => void connect.refetch()}
      />
    );
  }
  return (
    <Card label="Connect">
      <Skeleton label="the connection string" shape="card" count={1} />
    </Card>
  );
}
