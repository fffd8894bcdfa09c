import { useMemo, useState } from "react";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import { usePublish } from "@/kit/action/useActions";
import type { Column } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import styles from "./Auth.module.css";
import type { DomainSubject, OnIntegration } from "./places";

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
export function DomainTable({ at, domains }: { at: OnIntegration; domains: readonly string[] }) {
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
