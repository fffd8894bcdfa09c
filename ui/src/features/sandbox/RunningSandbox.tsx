import type { RunningView } from "@/ipc/generated";
import { Card } from "@/kit/layout/Card";
import { Notice } from "@/kit/state/Notice";
import { Addresses } from "./Addresses";
import { ClockCard } from "./ClockCard";
import { DiskCard } from "./DiskCard";
import { FaultsCard } from "./FaultsCard";
import { LimitsCard } from "./LimitsCard";
import { OldPostgres } from "./OldPostgres";
import { Quarantine } from "./Quarantine";
import { Requests } from "./Requests";
import styles from "./Sandbox.module.css";
import { Servers } from "./Servers";

interface RunningSandboxProps {
  running: RunningView;
  dataDir: string;
}

export function RunningSandbox({ running, dataDir }: RunningSandboxProps) {
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
