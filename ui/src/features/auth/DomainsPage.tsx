import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ReadFailure } from "@/features/base/Failure";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { ActionButton } from "@/kit/action/ActionButton";
import { rowMenus } from "@/kit/action/rowMenus";
import { useSelectedRow } from "@/kit/action/useSelectedRow";
import { CutMiddle } from "@/kit/data/CutMiddle";
import { PageSection } from "@/kit/layout/PageSection";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import type { Column } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import styles from "./Auth.module.css";
import { domainsQuery } from "./queries";
import type { DomainSubject, OnIntegration } from "./subjects";
import { domainWords as words } from "./words";

/** Lists the domains that users may be sent back to after they log in. */
export function DomainsPage({ at }: { at: OnIntegration }) {
  const query = domainsQuery(at);
  const domains = useQuery(query);
  const rows = domains.data;
  const some = rows !== undefined && rows.length > 0;
  const context = { auth: at };
  return (
    <PageSection
      title={words.title}
      tools={
        <>
          <CopyAsButton
            title={words.listCall}
            operation={query.operation}
            size="small"
            json={some ? rows : undefined}
          />
          {rows?.length !== 0 && <ActionButton action="auth.addDomain" context={context} size="small" />}
        </>
      }
    >
      {domains.isPending && <Skeleton label={words.label} count={2} />}
      <ReadFailure query={domains} title={words.unread} />
      {domains.error && rows && <ShownAsOf at={domains.dataUpdatedAt} />}
      {rows?.length === 0 && (
        <EmptyState
          icon="link"
          title={words.empty}
          actions={<ActionButton action="auth.addDomain" context={context} />}
        >
          {words.emptyAbout}
        </EmptyState>
      )}
      {some && (
        <>
          <p className={styles.words}>{words.about}</p>
          <DomainTable at={at} domains={rows} />
        </>
      )}
    </PageSection>
  );
}

const COLUMNS: ReadonlyArray<Column<DomainSubject>> = [
  {
    id: "domain",
    header: words.column,
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
    <div className="ui-table-box">
      <Table
        label={words.table}
        layout="auth.domains"
        columns={COLUMNS}
        rows={rows}
        {...selection}
        {...MENUS}
      />
    </div>
  );
}

const MENUS = rowMenus("authDomain", (row) => row.domain);
