import type { TemporaryView } from "@/ipc/generated";
import { Notice } from "@/kit/state/Notice";

/** While the claim page was opened from here: its end is watched for. */
export function ClaimStatus({ row }: { row: TemporaryView }) {
  if (!row.watchingClaim || row.state !== "unclaimed") return null;
  return (
    <Notice tone="info" icon="claim" role="status" testId="claim-notice">
      The claim page is open in your browser. This changes here as soon as it is confirmed there.
    </Notice>
  );
}
