import type { ComputeView } from "@/ipc/generated";
import { CopyField } from "@/kit/data/CopyField";
import { writeClipboard } from "@/kit/data/clipboard";
import { Facts } from "@/kit/data/Facts";
import { Unbroken } from "@/kit/data/Unbroken";
import { RelativeTime } from "@/kit/time/RelativeTime";
import { sizeWords, suspendWords } from "./size";

interface ComputeFactsProps {
  compute: ComputeView;
  /** Everything that is known, not only what connecting needs. */
  all?: boolean;
}

/** What a compute is, and where to connect. */
export function ComputeFacts({ compute, all = false }: ComputeFactsProps) {
  const facts = [
    { term: "Id", detail: <CopyField label="compute id" value={compute.id} copy={writeClipboard} /> },
    { term: "Size", detail: <Unbroken>{sizeWords(compute.size)}</Unbroken> },
    { term: "Sleeps after", detail: suspendWords(compute.size.suspendTimeoutSeconds) },
    { term: "Direct host", detail: <Host label="direct host" host={compute.host} /> },
    { term: "Pooled host", detail: <Host label="pooled host" host={compute.poolerHost} /> },
    { term: "Last active", detail: <Moment at={compute.lastActive} /> },
    { term: "Started", detail: <Moment at={compute.startedAt} /> },
    ...(all
      ? [
          { term: "Suspended", detail: <Moment at={compute.suspendedAt} /> },
          { term: "Region", detail: compute.regionId ?? "not told" },
          { term: "Created", detail: <Moment at={compute.createdAt} /> },
          { term: "Updated", detail: <Moment at={compute.updatedAt} /> },
        ]
      : []),
  ];
  return <Facts facts={facts} />;
}

function Host({ label, host }: { label: string; host: string | null }) {
  return host === null ? "not told" : <CopyField label={label} value={host} copy={writeClipboard} />;
}

function Moment({ at }: { at: string | null }) {
  return at === null ? "never" : <RelativeTime instant={new Date(at).getTime()} />;
}
