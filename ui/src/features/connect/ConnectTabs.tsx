import { type ReactNode, useState } from "react";
import { milliseconds } from "@/data/format";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { call } from "@/ipc/call";
import type { CheckView, ConnectFormView, ConnectSource, ConnectView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Select } from "@/kit/control/Select";
import { Tabs } from "@/kit/control/Tabs";
import { CopyButton } from "@/kit/data/CopyButton";
import { FilePath } from "@/kit/data/FilePath";
import { Card } from "@/kit/layout/Card";
import { Tooltip } from "@/kit/overlay/Tooltip";
import styles from "./Connect.module.css";
import { ConnectForm } from "./ConnectForm";
import { groupsOf, isConnection, isWritten, noteOf } from "./groups";
import { checkOf } from "./mutations";
import { sourceKey } from "./queries";

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
        label={connects ? "Connection formats" : "Secret formats"}
        value={value}
        onChange={(next) => setChosen(next)}
        tabs={tabs}
      />
      {connects && (
        <div className={styles.notes}>
          {view.note && <p>{view.note}</p>}
          {view.beforeClaim && (
            <p className={styles.before}>
              Saved before the claim. The platform no longer shows it, and its password may have changed
              since.
            </p>
          )}
          <CheckLine source={source} actions={actions} locked={locked} />
        </div>
      )}
      {!connects && isWritten(view) && (
        <div className={styles.notes}>
          <div className="ui-row-wrapping">{actions}</div>
        </div>
      )}
      {view.caFile && <CaFile source={source} path={view.caFile} />}
    </Card>
  );
}

interface CheckLineProps {
  source: ConnectSource;
  /** More that can be done with the connection, beside the button. */
  actions?: ReactNode;
  /** Why no session may be opened; it may when absent. */
  locked?: string | undefined;
}

/** Tries a real connection on a click, and says what came of it. */
function CheckLine({ source, actions, locked }: CheckLineProps) {
  const check = useWork(checkOf(source));
  const [result, setResult] = useState<CheckView>();
  const run = async () => {
    setResult(undefined);
    check.failure?.clear();
    setResult(await check.start());
  };
  return (
    <>
      <div className="ui-row-wrapping">
        <Tooltip text={locked}>
          <Button
            size="small"
            icon="plug"
            busy={check.underWay}
            aria-disabled={locked !== undefined || undefined}
            onClick={() => locked === undefined && void run()}
          >
            Test connection
          </Button>
        </Tooltip>
        {actions}
        <span role="status" data-testid="check-result" className="ui-rest">
          {check.underWay && "Connecting…"}
          {result && words(result)}
        </span>
      </div>
      {check.failure && (
        <Failure title="Connection failed" error={check.failure.error} onRetry={() => void run()} />
      )}
    </>
  );
}

function words({ serverVersion, milliseconds: taken, channelBinding }: CheckView): string {
  const bound = channelBinding ? "channel binding" : "no channel binding";
  return `Connected in ${milliseconds(taken)} · PostgreSQL ${serverVersion} · TLS, ${bound}`;
}

/** The certificate authority of a server that no public one signs. */
function CaFile({ source, path }: { source: ConnectSource; path: string }) {
  return (
    <div className={styles.ca}>
      <div className={styles.caWords}>
        <span className="ui-faint-small">CA file</span>
        <FilePath path={path} testId="ca-file" />
        <span className="ui-faint-small">
          Node.js reads its path from <code>NODE_EXTRA_CA_CERTS</code>. Copy gives you that line.
        </span>
      </div>
      <CopyButton
        what="NODE_EXTRA_CA_CERTS line"
        copy={async () => void (await call.connectCopy(source, "ca"))}
      />
    </div>
  );
}

/** The connection in a program: one driver or framework, chosen from the list of them. */
function ProgramForms({ source, forms }: { source: ConnectSource; forms: readonly ConnectFormView[] }) {
  const [chosen, setChosen] = useState<string>();
  const form = forms.find(({ id }) => id === chosen) ?? forms[0];
  if (!form) return null;
  return (
    <>
      <div className={styles.pick}>
        <Select<string>
          label="Driver or framework"
          value={form.id}
          onChange={setChosen}
          options={forms.map((each) => ({ value: each.id, label: each.label, detail: each.group }))}
        />
      </div>
      <ConnectForm key={form.id} source={source} form={form} note={form.note} />
    </>
  );
}
