import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Failure } from "@/features/Failure";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import { CopyJson } from "@/kit/data/CopyJson";
import { Card } from "@/kit/layout/Card";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import type { Column } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import { RelativeTime } from "@/kit/time/RelativeTime";
import styles from "./Auth.module.css";
import { AuthCallButton } from "./AuthCallButton";
import type { DomainSubject, OnIntegration } from "./places";
import { domainsQuery } from "./queries";

const COLUMNS: ReadonlyArray<Column<DomainSubject>> = [
  {
    id: "domain",
    header: "Domain",
    width: "minmax(160px, 1fr)",
    cell: ({ domain }) => (
      <span className={styles.mono} title={domain}>
        {domain}
      </span>
    ),
  },
];

/** Where users may be sent back to after they logged in. */
export function DomainsCard({ at }: { at: OnIntegration }) {
  const domains = useQuery(domainsQuery(at.accountId, at.projectId));
  const rows = useMemo(() => domains.data?.map((domain) => ({ ...at, domain })), [at, domains.data]);
  return (
    <Card
      title="Domains"
      tools={
        <span className={styles.tools}>
          {rows && rows.length > 0 && <CopyJson value={domains.data} label="domains" />}
          <AuthCallButton at={at} title="List domains" call={{ kind: "listDomains" }} size="small" />
          <ActionButton action="auth.addDomain" context={{ auth: at }} size="small" icon="plus" />
        </span>
      }
    >
      <div className={styles.stack}>
        <p className={styles.words}>
          After a login the auth provider sends people back to these domains and to no other.
        </p>
        {domains.isPending && <Skeleton label="domains" shape="text" count={2} />}
        {domains.error && (
          <Failure
            title="The domains could not be read"
            error={domains.error}
            onRetry={() => void domains.refetch()}
          />
        )}
        {domains.error && rows && (
          <p className={styles.quiet}>
            Shown as of <RelativeTime instant={domains.dataUpdatedAt} />.
          </p>
        )}
        {rows?.length === 0 && (
          <EmptyState
            icon="link"
            title="No domains yet"
            actions={<ActionButton action="auth.addDomain" context={{ auth: at }} />}
          >
            Add the address that your program runs at, such as https://shop.example.com.
          </EmptyState>
        )}
        {rows && rows.length > 0 && (
          <div className={styles.rows}>
            <Table
              label="Trusted domains"
              columns={COLUMNS}
              rows={rows}
              rowKey={({ domain }) => domain}
              rowMenu={(row) => (
                <ActionMenu about="authDomain" subject={row} label={`Actions for ${row.domain}`} />
              )}
              contextMenu={(row) => <ActionMenuItems about="authDomain" subject={row} />}
            />
          </div>
        )}
      </div>
    </Card>
  );
}
