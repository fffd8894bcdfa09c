import { Instant } from "@/features/base/Instant";
import { sizeWords, spanWords, suspendWords } from "@/features/computes/size";
import type { ProjectView } from "@/ipc/generated";
import { CopyField } from "@/kit/data/CopyField";
import { writeClipboard } from "@/kit/data/clipboard";
import { Facts } from "@/kit/data/Facts";
import { Unbroken } from "@/kit/data/Unbroken";
import { Card } from "@/kit/layout/Card";
import { Link } from "@/kit/route/Link";
import styles from "./Overview.module.css";

interface SettingsSummaryProps {
  accountId: string;
  project: ProjectView;
}

/** What is set, with the way to where it is changed. */
export function SettingsSummary({ accountId, project }: SettingsSummaryProps) {
  const { historyRetentionSeconds: kept } = project;
  const facts = [
    {
      term: "Id",
      detail: <CopyField label="project id" value={project.id} copy={writeClipboard} />,
    },
    { term: "Region", detail: project.regionId ?? "not told" },
    { term: "Postgres", detail: project.pgVersion ?? "not told" },
    ...(project.organization ? [{ term: "Organization", detail: project.organization }] : []),
    { term: "Computes", detail: <Unbroken>{sizeWords(project.computeSize)}</Unbroken> },
    { term: "Sleep after", detail: suspendWords(project.computeSize.suspendTimeoutSeconds) },
    { term: "Restore window", detail: kept === null ? "not told" : kept === 0 ? "none" : spanWords(kept) },
    { term: "Connections", detail: connectionsWord(project) },
    ...(project.hipaa ? [{ term: "HIPAA", detail: "on" }] : []),
    ...(project.logicalReplication ? [{ term: "Replication", detail: "logical" }] : []),
    ...(project.storesPasswords === false ? [{ term: "Passwords", detail: "not stored" }] : []),
    { term: "Created", detail: <Instant at={project.createdAt} clock={{ account: accountId }} /> },
  ];
  return (
    <Card
      title="Settings"
      tools={
        <Link
          className={styles.link}
          to={{ screen: "project", account: accountId, id: project.id, tab: "settings" }}
        >
          Change settings
        </Link>
      }
    >
      <Facts facts={facts} />
    </Card>
  );
}

function connectionsWord({ blocksPublic, blocksVpc }: ProjectView): string {
  if (blocksPublic && blocksVpc) return "none: public and private are blocked";
  if (blocksPublic) return "from private networks only";
  return blocksVpc ? "over the public internet only" : "from everywhere";
}
