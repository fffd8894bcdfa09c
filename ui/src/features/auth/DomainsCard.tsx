import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ReadFailure } from "@/features/accounts/Failure";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { ActionButton } from "@/kit/action/ActionButton";
import { rowMenus } from "@/kit/action/rowMenus";
import { useSelectedRow } from "@/kit/action/useSelectedRow";
import { CopyJson } from "@/kit/data/CopyJson";
import { CutMiddle } from "@/kit/data/CutMiddle";
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
      <div className="ui-stack">
        <p className={styles.words}>
          After sign-in, the auth provider redirects users only to these domains.
        </p>
        {domains.isPending && <Skeleton label="domains" shape="text" count={2} />}
        <ReadFailure query={domains} title="The domains could not be read" />
        {domains.error && rows && <ShownAsOf at={domains.dataUpdatedAt} />}
        {rows?.length === 0 && (
          <EmptyState
            icon="link"
            title="No domains yet"
            actions={<ActionButton action="auth.addDomain" context={{ auth: at }} />}
          >
            Add the address your app runs at, such as https://shop.example.com.
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
        <CutMiddle>{domain}</CutMiddle>
      </span>
    ),
  },
];

/** The trusted domains, each with what can be done to it. */
function DomainTable({ at, domains }: { at: OnIntegration; domains: readonly string[] }) {
  const rows = useMemo(() => domains.map((domain) => ({ ...at, domain })), [at, domains]);
  const selection = useSelectedRow("authDomain", rows, ({ domain }) => domain);
  return (
    <div className={styles.rows}>
      <Table
        label="Trusted domains"
        layout="auth.domains"
        columns={COLUMNS}
        rows={rows}
        {...selection}
        {...rowMenus("authDomain", (row) => row.domain)}
      />
    </div>
  );
}
