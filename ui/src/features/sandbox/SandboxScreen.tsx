import { useQuery } from "@tanstack/react-query";
import { mutationKeys } from "@/data/keys";
import { useFailure, useMutationSpec, useUnderWay } from "@/data/mutation";
import { sandboxQuery, settingsQuery } from "@/data/queries";
import { sandboxLook } from "@/data/words";
import { Failure, MutationRefusal, ReadFailure } from "@/features/base/Failure";
import { saving } from "@/features/settings/actions";
import type { RunningView, SandboxView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { Switch } from "@/kit/control/Switch";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";
import { LookPill } from "@/kit/data/Pill";
import { Card } from "@/kit/layout/Card";
import { Screen } from "@/kit/layout/Screen";
import { EmptyState } from "@/kit/state/EmptyState";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { ClockCard } from "./ClockCard";
import { DiskCard } from "./DiskCard";
import { FaultsCard } from "./FaultsCard";
import { OptionsCard } from "./OptionsCard";
import { Quarantine } from "./Quarantine";
import { RecordedCard } from "./RecordedCard";
import { Requests } from "./Requests";
import styles from "./Sandbox.module.css";
import { Servers } from "./Servers";
import { StartProgress } from "./StartProgress";
import { notRunning, PANEL, postgresLine, QUARANTINE, REQUESTS, SERVERS } from "./words";

/** The platform on this machine: what runs, where it listens, and the dials that only a sandbox has. */
export function SandboxScreen() {
  const sandbox = useQuery(sandboxQuery);
  const busy = useUnderWay(mutationKeys.sandbox);
  const failure = useFailure(mutationKeys.sandbox);
  const view = sandbox.data;
  return (
    <Screen
      title={PANEL.title}
      aside={view && <StatusLine view={view} />}
      tools={
        view && (
          <>
            <ActionButton action="sandbox.stop" context={{ sandbox: view }} busy={busy}>
              {PANEL.stop}
            </ActionButton>
            <ActionMenu about="sandbox" subject={view} label={PANEL.menu} outlined />
          </>
        )
      }
    >
      <div className={styles.page}>
        <MutationRefusal failure={failure} title={PANEL.refused} dismissible />
        <ReadFailure query={sandbox} title={PANEL.unread} />
        {sandbox.isPending && <Skeleton label={PANEL.loading} shape="card" count={3} />}
        {view?.running && <RunningSandbox running={view.running} dataDir={view.dataDir} />}
        {view && !view.running && <StoppedSandbox view={view} />}
        {view && <OptionsCard view={view} />}
        {view && <RecordedCard recorded={view.recorded} />}
        {view?.running && <GrowingLists />}
      </div>
    </Screen>
  );
}

function RunningSandbox({ running, dataDir }: { running: RunningView; dataDir: string }) {
  return (
    <>
      <Notice tone="plain">{PANEL.quitting}</Notice>
      {running.postgresOutdated && <Notice tone="warning">{PANEL.outdated(running.postgresVersion)}</Notice>}
      <OldPostgres offered={running.postgresOutdated} />
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Card title={PANEL.addresses}>
            <Addresses running={running} dataDir={dataDir} />
          </Card>
          <DiskCard running={running} />
        </div>
        <div className={styles.stack}>
          <ClockCard running={running} />
          <FaultsCard faults={running.faults} />
        </div>
      </div>
      <Card title={SERVERS.title}>
        <Servers servers={running.servers} maxRunning={running.maxRunning} />
      </Card>
    </>
  );
}

/** Last on the page: each request adds a row, and what stood below would move away under the pointer. */
function GrowingLists() {
  return (
    <>
      <Card title={QUARANTINE.title}>
        <Quarantine />
      </Card>
      <Card title={REQUESTS.title}>
        <Requests />
      </Card>
    </>
  );
}

/** The sandbox while it does not run: why, what it is for, and the way to start it. */
function StoppedSandbox({ view }: { view: SandboxView }) {
  const busy = useUnderWay(mutationKeys.sandbox);
  return (
    <>
      {view.error && <Failure title={PANEL.failed} error={view.error} />}
      <OldPostgres offered={view.error?.code === "programMissing"} />
      <EmptyState
        icon="terminal"
        title={notRunning(view.status === "running" ? "stopped" : view.status)}
        actions={
          <ActionButton action="sandbox.start" context={{ sandbox: view }} tone="primary" busy={busy} short />
        }
      >
        {PANEL.about(view.dataDir)}
      </EmptyState>
      <StartProgress />
    </>
  );
}

/** Where the sandbox listens and what it runs on; none of it is a secret. */
function Addresses({ running, dataDir }: { running: RunningView; dataDir: string }) {
  const { instantUrl, baseUrl, caFile, postgresVersion, postgresSource, postgresFolder, serversFolder } =
    running;
  return (
    <Facts
      facts={[
        {
          term: PANEL.instant,
          detail: <CopyField label={PANEL.instantValue} value={instantUrl} />,
        },
        { term: PANEL.api, detail: <CopyField label={PANEL.apiValue} value={baseUrl} /> },
        {
          term: PANEL.postgres,
          detail: (
            <>
              {postgresLine(postgresVersion, postgresSource)}
              <code className={styles.path} data-selectable>
                {postgresFolder}
              </code>
            </>
          ),
        },
        {
          term: PANEL.ca,
          detail: <CopyField label={PANEL.caValue} value={caFile} />,
        },
        {
          term: PANEL.node,
          detail: <CopyField label={PANEL.nodeValue} value={`NODE_EXTRA_CA_CERTS=${caFile}`} />,
        },
        { term: PANEL.dataFolder, detail: <CopyField label={PANEL.dataFolderValue} value={dataDir} /> },
        serversFolder !== null && {
          term: PANEL.serversFolder,
          detail: <CopyField label={PANEL.serversFolderValue} value={serversFolder} />,
        },
      ]}
    />
  );
}

function StatusLine({ view }: { view: SandboxView }) {
  const look = sandboxLook(view.status);
  return (
    <span data-testid="sandbox-status">
      <LookPill look={look} />
    </span>
  );
}

/** Whether the sandbox may run a PostgreSQL whose holes are known. Shown where it matters, and wherever it is on. */
function OldPostgres({ offered }: { offered: boolean }) {
  const settings = useQuery(settingsQuery);
  const save = useMutationSpec(saving);
  if (!settings.data || !(offered || settings.data.sandboxOldPostgres)) return null;
  return (
    <>
      <MutationRefusal failure={save.failure} title={PANEL.unsaved} dismissible />
      <Switch
        checked={settings.data.sandboxOldPostgres}
        onChange={(sandboxOldPostgres) => void save.start(() => ({ sandboxOldPostgres }))}
        hint={PANEL.oldPostgresHint}
      >
        {PANEL.oldPostgres}
      </Switch>
    </>
  );
}
