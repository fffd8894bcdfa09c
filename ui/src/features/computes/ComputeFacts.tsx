import { Instant } from "@/features/base/Instant";
import type { ComputeView } from "@/ipc/generated";
import { CopyField } from "@/kit/data/CopyField";
import { writeClipboard } from "@/kit/data/clipboard";
import { Facts } from "@/kit/data/Facts";
import { Unbroken } from "@/kit/data/Unbroken";
import { sizeWords, suspendWords } from "./size";

interface ComputeFactsProps {
  accountId: string;
  compute: ComputeView;
  /** Everything that is known, not only what connecting needs. */
  all?: boolean;
}

/** What a compute is, and where to connect. */
export function ComputeFacts({ accountId, compute, all = false }: ComputeFactsProps) {
  const when = (at: string | null, missing?: string) => (
    <Instant at={at} clock={{ account: accountId }} {...(missing !== undefined && { missing })} />
  );
  const facts = [
    { term: "Id", detail: <CopyField label="compute id" value={compute.id} copy={writeClipboard} /> },
    { term: "Size", detail: <Unbroken>{sizeWords(compute.size)}</Unbroken> },
    { term: "Sleeps after", detail: suspendWords(compute.size.suspendTimeoutSeconds) },
    { term: "Direct host", detail: <Host label="direct host" host={compute.host} /> },
    { term: "Pooled host", detail: <Host label="pooled host" host={compute.poolerHost} /> },
    { term: "Last active", detail: when(compute.lastActive, "never") },
    { term: "Started", detail: when(compute.startedAt, "never") },
    ...(all
      ? [
          { term: "Suspended", detail: when(compute.suspendedAt, "never") },
          { term: "Region", detail: compute.regionId ?? "not told" },
          { term: "Created", detail: when(compute.createdAt) },
          { term: "Updated", detail: when(compute.updatedAt) },
        ]
      : []),
  ];
  return <Facts facts={facts} />;
}

function Host({ label, host }: { label: string; host: string | null }) {
  return host === null ? "not told" : <CopyField label={label} value={host} copy={writeClipboard} />;
}
