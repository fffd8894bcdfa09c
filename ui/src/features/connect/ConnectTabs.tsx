import { type ReactNode, useState } from "react";
import type { ConnectFormView, ConnectSource, ConnectView } from "@/ipc/generated";
import { Tabs } from "@/kit/control/Tabs";
import { Card } from "@/kit/layout/Card";
import { CaFile } from "./CaFile";
import { CheckLine } from "./CheckLine";
import styles from "./Connect.module.css";
import { ConnectForm } from "./ConnectForm";
import { groupsOf, isConnection, isWritten, noteOf } from "./groups";
import { ProgramForms } from "./ProgramForms";
import { sourceKey } from "./source";

interface ConnectTabsProps {
  source: ConnectSource;
  view: ConnectView;
  /** Names the card for screen readers. */
  label?: string;
  /** Buttons beside the test of the connection. */
  actions?: ReactNode;
  /** Why no session may be opened; it may when absent. */
  locked?: string | undefined;
}

/** Every form of a connection, masked until one is revealed on purpose. */
export function ConnectTabs({ source, view, label = "Connect", actions, locked }: ConnectTabsProps) {
  const { strings, programs } = groupsOf(view);
  const [chosen, setChosen] = useState<string>("pooled");
  const key = sourceKey(source);
  const one = (form: ConnectFormView) => ({
    value: form.id,
    label: form.label,
    panel: <ConnectForm key={`${key}-${form.id}`} source={source} form={form} note={noteOf(form, view)} />,
  });
  const code = {
    value: "code",
    label: "Code",
    panel: <ProgramForms key={key} source={source} forms={programs} />,
  };
  const tabs: ReadonlyArray<{ value: string; label: string; panel: ReactNode }> = [
    ...strings.map(one),
    ...(programs.length > 0 ? [code] : []),
  ];
  const value = tabs.some((tab) => tab.value === chosen) ? chosen : (tabs[0]?.value ?? "");
  const connects = isConnection(view);
  return (
    <Card label={label}>
      <Tabs
        label={connects ? "Ways to connect" : "What it is"}
        value={value}
        onChange={(next) => setChosen(next)}
        tabs={tabs}
      />
      {connects && (
        <div className={styles.notes}>
          {view.note && <p>{view.note}</p>}
          {view.beforeClaim && (
            <p className={styles.before}>
              From before the claim. The platform gives it out no more, and its password may have been changed
              since.
            </p>
          )}
          <CheckLine source={source} actions={actions} locked={locked} />
        </div>
      )}
      {!connects && isWritten(view) && (
        <div className={styles.notes}>
          <div className={styles.check}>{actions}</div>
        </div>
      )}
      {view.caFile && <CaFile source={source} path={view.caFile} />}
    </Card>
  );
}
