import { type ReactNode, useState } from "react";
import { isConnection, isWay, isWritten } from "@/features/base/connections";
import type { ConnectFormView, ConnectSource, ConnectView } from "@/ipc/generated";
import { Segmented } from "@/kit/control/Segmented";
import { Select } from "@/kit/control/Select";
import { Tabs } from "@/kit/control/Tabs";
import { Card } from "@/kit/layout/Card";
import { CheckButton, CheckResult, useCheck } from "./Check";
import styles from "./Connect.module.css";
import { ConnectForm } from "./ConnectForm";
import { FormNotes } from "./FormNotes";
import { groupsOf } from "./groups";
import { OpenIn } from "./OpenIn";
import { sourceKey } from "./queries";
import { CARD } from "./words";

interface ConnectTabsProps {
  source: ConnectSource;
  view: ConnectView;
  /** Names the card for screen readers. */
  label?: string;
  /** Buttons after the test of the connection. */
  actions?: ReactNode;
  /** Why no session may be opened; it may when absent. */
  locked?: string | undefined;
}

/** Every form of a connection, masked until one is revealed on purpose: the text and its Copy first. */
export function ConnectTabs({ label = CARD.label, ...props }: ConnectTabsProps) {
  return (
    <Card label={label}>
      <ConnectBody {...props} />
    </Card>
  );
}

/** The same within a card that holds more. */
export function ConnectBody({ source, view, actions, locked }: Omit<ConnectTabsProps, "label">) {
  const check = useCheck(source);
  const [chosen, setChosen] = useState<string>("url");
  const connects = isConnection(view);
  const key = sourceKey(source);
  const buttons = connects ? (
    <>
      <CheckButton check={check} locked={locked} />
      {actions}
      <OpenIn source={source} locked={locked} />
    </>
  ) : (
    isWritten(view) && actions
  );
  const each = { source, view, buttons };
  const { urls, strings, programs } = groupsOf(view);
  const tabs: ReadonlyArray<{ value: string; label: string; panel: ReactNode }> = [
    ...(urls.length > 0
      ? [{ value: "url", label: CARD.url, panel: <UrlForms key={key} {...each} forms={urls} /> }]
      : []),
    ...strings.map((form) => ({
      value: form.id,
      label: form.label,
      panel: <OneForm key={`${key}-${form.id}`} {...each} form={form} />,
    })),
    ...(programs.length > 0
      ? [{ value: "code", label: CARD.code, panel: <ProgramForms key={key} {...each} forms={programs} /> }]
      : []),
  ];
  const value = tabs.some((tab) => tab.value === chosen) ? chosen : (tabs[0]?.value ?? "");
  return (
    <>
      {tabs.length === 1 ? (
        tabs[0]?.panel
      ) : (
        <Tabs
          label={connects ? CARD.formats : CARD.secretFormats}
          value={value}
          onChange={(next) => setChosen(next)}
          tabs={tabs}
        />
      )}
      {connects && <CheckResult check={check} />}
      {(view.note || view.beforeClaim) && (
        <div className={styles.notes}>
          {view.note && <p>{view.note}</p>}
          {view.beforeClaim && <p className={styles.before}>{CARD.beforeClaim}</p>}
        </div>
      )}
    </>
  );
}

interface FormsProps {
  source: ConnectSource;
  view: ConnectView;
  buttons: ReactNode;
  forms: readonly ConnectFormView[];
}

function OneForm({ source, view, buttons, form }: Omit<FormsProps, "forms"> & { form: ConnectFormView }) {
  return (
    <>
      <ConnectForm source={source} form={form} actions={buttons} />
      <FormNotes source={source} view={view} form={form} />
    </>
  );
}

/** The strings; one of two ways where they differ. */
function UrlForms({ forms, ...each }: FormsProps) {
  const [way, setWay] = useState<string>();
  const differ = forms.length > 1 && !each.view.pooledEqualsDirect;
  const form = (differ && forms.find(({ id }) => id === way)) || forms[0];
  if (!form) return null;
  const ways = forms.filter(({ id }) => isWay(id));
  return (
    <>
      {differ && (
        <div className={styles.pick}>
          <Segmented<string>
            label={CARD.way}
            options={ways.map(({ id, label }) => ({ value: id, label }))}
            value={form.id}
            onChange={setWay}
          />
        </div>
      )}
      <OneForm key={form.id} {...each} form={form} />
    </>
  );
}

/** The connection in a program: one driver or framework, chosen from the list of them. */
function ProgramForms({ forms, ...each }: FormsProps) {
  const [chosen, setChosen] = useState<string>();
  const form = forms.find(({ id }) => id === chosen) ?? forms[0];
  if (!form) return null;
  return (
    <>
      <div className={styles.pick}>
        <Select<string>
          label={CARD.program}
          value={form.id}
          onChange={setChosen}
          options={forms.map((one) => ({ value: one.id, label: one.label, detail: one.group }))}
        />
      </div>
      <OneForm key={form.id} {...each} form={form} />
    </>
  );
}
