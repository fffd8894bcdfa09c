import type { RunningView } from "@/ipc/generated";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";
import styles from "./Sandbox.module.css";

/** Where the sandbox listens and what it runs on; none of it is a secret. */
export function Addresses({ running, dataDir }: { running: RunningView; dataDir: string }) {
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
