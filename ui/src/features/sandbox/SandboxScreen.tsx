import { useQuery } from "@tanstack/react-query";
import { workKeys } from "@/data/keys";
import { sandboxQuery } from "@/data/queries";
import { sandboxLook } from "@/data/words";
import { useFailure, useUnderWay } from "@/data/work";
import { Failure, ReadFailure, WorkRefusal } from "@/features/accounts/Failure";
import type { RunningView, SandboxView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";
import { Pill } from "@/kit/data/Pill";
import { Card } from "@/kit/layout/Card";
import { Screen } from "@/kit/layout/Screen";
import { EmptyState } from "@/kit/state/EmptyState";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { ClockCard } from "./ClockCard";
import { DiskCard } from "./DiskCard";
import { FaultsCard } from "./FaultsCard";
import { LimitsCard } from "./LimitsCard";
import { OldPostgres } from "./OldPostgres";
import { Quarantine } from "./Quarantine";
import { Requests } from "./Requests";
import styles from "./Sandbox.module.css";
import { Servers } from "./Servers";
import { StartProgress } from "./StartProgress";

/** The platform on this machine: what runs, where it listens, and the dials that only a sandbox has. */
export function SandboxScreen() {
  const sandbox = useQuery(sandboxQuery);
  const busy = useUnderWay(workKeys.sandbox);
  const failure = useFailure(workKeys.sandbox);
  const view = sandbox.data;
  return (
    <Screen
      title="Sandbox"
      aside={view && <StatusLine view={view} />}
      tools={
        view && (
          <>
            <ActionButton action="sandbox.stop" context={{ sandbox: view }} busy={busy}>
              Stop
            </ActionButton>
            <ActionMenu about="sandbox" subject={view} label="More actions for the sandbox" outlined />
          </>
        )
      }
    >
      <div className={styles.page}>
        <WorkRefusal failure={failure} title="The sandbox did not do as asked" dismissible />
        <ReadFailure query={sandbox} title="The sandbox’s state could not be read" />
        {sandbox.isPending && <Skeleton label="the sandbox" shape="card" count={3} />}
        {view?.running && <RunningSandbox running={view.running} dataDir={view.dataDir} />}
        {view && !view.running && <StoppedSandbox view={view} />}
      </div>
    </Screen>
  );
}

function RunningSandbox({ running, dataDir }: { running: RunningView; dataDir: string }) {
  return (
    <>
      <Notice tone="plain">
        Closing Plinth stops the sandbox and its servers. Data, ports and passwords stay, so connection
        strings work again once it is back.
      </Notice>
      {running.postgresOutdated && (
        <Notice tone="warning">PostgreSQL {running.postgresVersion} has known security holes.</Notice>
      )}
      <OldPostgres offered={running.postgresOutdated} />
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Card title="Addresses">
            <Addresses running={running} dataDir={dataDir} />
          </Card>
          <DiskCard running={running} />
        </div>
        <div className={styles.stack}>
          <ClockCard running={running} />
          <FaultsCard faults={running.faults} />
          <LimitsCard />
        </div>
      </div>
      <Card title="Servers">
        <Servers servers={running.servers} />
      </Card>
      <Card title="Quarantine">
        <Quarantine />
      </Card>
      <Card title="Last requests">
        <Requests />
      </Card>
    </>
  );
}

/** The sandbox while it does not run: why, what it is for, and the way to start it. */
function StoppedSandbox({ view }: { view: SandboxView }) {
  const busy = useUnderWay(workKeys.sandbox);
  return (
    <>
      {view.error && <Failure title="The sandbox stopped with an error" error={view.error} />}
      <OldPostgres offered={view.error?.code === "programMissing"} />
      <EmptyState
        icon="terminal"
        title={view.status === "stopping" ? "The sandbox is stopping" : "The sandbox is not running"}
        actions={
          <ActionButton action="sandbox.start" context={{ sandbox: view }} tone="primary" busy={busy}>
            Start the sandbox
          </ActionButton>
        }
      >
        A real platform on this machine: temporary databases are PostgreSQL servers here, with TLS, a claim
        page and a clock that can be moved. Its data is in {view.dataDir}.
      </EmptyState>
      <StartProgress />
      <LimitsCard />
    </>
  );
}

/** Where the sandbox listens and what it runs on; none of it is a secret. */
function Addresses({ running, dataDir }: { running: RunningView; dataDir: string }) {
  const { instantUrl, baseUrl, caFile, postgresVersion, postgresSource, postgresFolder } = running;
  return (
    <Facts
      facts={[
        {
          term: "Instant service",
          detail: <CopyField label="instant service" value={instantUrl} copy={copy} />,
        },
        { term: "Management", detail: <CopyField label="management address" value={baseUrl} copy={copy} /> },
        {
          term: "PostgreSQL",
          detail: (
            <>
              {postgresVersion}, {SOURCES[postgresSource] ?? postgresSource}
              <code className={styles.path} data-selectable>
                {postgresFolder}
              </code>
            </>
          ),
        },
        {
          term: "CA file",
          detail: <CopyField label="path of the CA file" value={caFile} copy={copy} />,
        },
        {
          term: "For Node",
          detail: (
            <CopyField label="NODE_EXTRA_CA_CERTS line" value={`NODE_EXTRA_CA_CERTS=${caFile}`} copy={copy} />
          ),
        },
        { term: "Data folder", detail: <CopyField label="data folder" value={dataDir} copy={copy} /> },
      ]}
    />
  );
}

const SOURCES: Record<string, string> = {
  bundled: "came with Plinth",
  environment: "from PLINTH_POSTGRES_BIN",
  installed: "installed on this machine",
};

const copy = (text: string) => navigator.clipboard.writeText(text);

function StatusLine({ view }: { view: SandboxView }) {
  const look = sandboxLook(view.status);
  return (
    <span data-testid="sandbox-status">
      <Pill tone={look.tone}>{look.word}</Pill>
    </span>
  );
}
