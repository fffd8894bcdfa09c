import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ReadFailure } from "@/features/accounts/Failure";
import { Instant } from "@/features/base/Instant";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import { usePublish } from "@/kit/action/useActions";
import { CopyJson } from "@/kit/data/CopyJson";
import { Card } from "@/kit/layout/Card";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import type { Column } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import styles from "./Auth.module.css";
import type { DomainSubject, OnIntegration } from "./places";
import { domainsQuery } from "./queries";

/** Where users may be sent back to after they logged in. */
export function DomainsCard({ at }: { at: OnIntegration }) {
  const domains = useQuery(domainsQuery(at.accountId, at.projectId));
  const rows = domains.data;
  return (
    <Card
      title="Domains"
      tools={
        <span className={styles.tools}>
          {rows && rows.length > 0 && <CopyJson value={rows} label="domains" />}
          <AuthCallButton at={at} title="List domains" call={{ kind: "listDomains" }} size="small" />
          <ActionButton action="auth.addDomain" context={{ auth: at }} size="small" icon="plus" />
        </span>
      }
    >
      <div className="stack">
        <p className={styles.words}>
          After a login the auth provider sends people back to these domains and to no other.
        </p>
        {domains.isPending && <Skeleton label="domains" shape="text" count={2} />}
        <ReadFailure query={domains} title="The domains could not be read" />
        {domains.error && rows && (
          <p className="muted-small">
            Shown as of <Instant at={domains.dataUpdatedAt} clock="here" />.
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
        {rows && rows.length > 0 && <DomainTable at={at} domains={rows} />}
      </div>
    </Card>
  );
}

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

/** The trusted domains, each with what can be done to it. */
function DomainTable({ at, domains }: { at: OnIntegration; domains: readonly string[] }) {
  const [selected, setSelected] = useState<string>();
  const rows = useMemo(() => domains.map((domain) => ({ ...at, domain })), [at, domains]);
  usePublish(
    "authDomain",
    rows.find(({ domain }) => domain === selected),
  );
  return (
    <div className={styles.rows}>
      <Table
        label="Trusted domains"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ domain }) => domain}
        selected={selected}
        onSelect={({ domain }) => setSelected(domain)}
        rowMenu={(row) => <ActionMenu about="authDomain" subject={row} label={`Actions for ${row.domain}`} />}
        contextMenu={(row) => <ActionMenuItems about="authDomain" subject={row} />}
      />
    </div>
  );
}
