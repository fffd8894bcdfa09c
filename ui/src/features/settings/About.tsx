import { useQuery } from "@tanstack/react-query";
import { appInfoQuery, sandboxQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";

/** What this program is, what it runs on, and where its files are. */
export function About() {
  const info = useQuery(appInfoQuery);
  const sandbox = useQuery(sandboxQuery);
  if (info.error) return <Failure error={info.error} onRetry={() => void info.refetch()} />;
  if (!info.data) return null;
  const { version, renderer, dataDir, psql } = info.data;
  const postgres = sandbox.data?.running?.postgresVersion;
  return (
    <Facts
      facts={[
        { term: "Version", detail: `Plinth ${version}` },
        { term: "Renderer", detail: renderer },
        { term: "PostgreSQL", detail: postgres ?? "known once the sandbox runs" },
        { term: "psql", detail: psql ? "on this machine" : "not found on this machine" },
        {
          term: "Data folder",
          detail: (
            <CopyField
              label="data folder"
              value={dataDir}
              copy={(text) => navigator.clipboard.writeText(text)}
            />
          ),
        },
      ]}
    />
  );
}
