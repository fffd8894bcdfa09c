import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "@/features/Failure";
import type { ConnectFormView, ConnectView, FormId, TemporaryView } from "@/ipc/generated";
import { Tabs } from "@/kit/control/Tabs";
import { Card } from "@/kit/layout/Card";
import { Skeleton } from "@/kit/state/Skeleton";
import { CaFile } from "./CaFile";
import { CheckLine } from "./CheckLine";
import styles from "./ConnectCard.module.css";
import { ConnectForm } from "./ConnectForm";
import { connectQuery } from "./queries";

/** How to connect, in every form that people paste somewhere. Masked until a form is revealed on purpose. */
export function ConnectCard({ row }: { row: TemporaryView }) {
  const connect = useQuery(connectQuery(row.id));
  if (connect.data) return <ConnectForms row={row} connect={connect.data} />;
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

/** Forms that have their own place outside the tabs. */
const ELSEWHERE: readonly FormId[] = ["ca", "claimLink"];

function ConnectForms({ row, connect }: { row: TemporaryView; connect: ConnectView }) {
  const forms = connect.forms.filter((form) => !ELSEWHERE.includes(form.id));
  const [chosen, setChosen] = useState<FormId>("pooled");
  const value = forms.some((form) => form.id === chosen) ? chosen : (forms[0]?.id ?? "pooled");
  // Why two strings are the same is one sentence about both, in place of one about each.
  const same = connect.pooledEqualsDirect ? connect.pooledNote : null;
  const noteOf = ({ id, note }: ConnectFormView) =>
    id === "pooled" || id === "direct" ? (same ?? note) : note;
  return (
    <Card label="Connect">
      <Tabs
        label="Ways to connect"
        value={value}
        onChange={(next) => setChosen(next)}
        tabs={forms.map((form) => ({
          value: form.id,
          label: form.label,
          panel: <ConnectForm key={`${row.id}-${form.id}`} id={row.id} form={form} note={noteOf(form)} />,
        }))}
      />
      <div className={styles.notes}>
        {connect.beforeClaim && (
          <p className={styles.before}>
            From before the claim. The platform gives it out no more, and its password may have been changed
            since.
          </p>
        )}
        <CheckLine id={row.id} />
      </div>
      {connect.caFile && <CaFile id={row.id} path={connect.caFile} />}
    </Card>
  );
}
