import type { Asked } from "@/kit/overlay/asked";
import { BulkDialog } from "./BulkDialog";
import { PlanBulkDialog } from "./PlanBulkDialog";

type BulkAsked = Extract<Asked, { dialog: "planBulk" | "bulk" }>;

/** The dialogs about what is done to many at once. */
export function BulkDialogs({ asked }: { asked: BulkAsked }) {
  if (asked.dialog === "bulk") return <BulkDialog id={asked.id} />;
  const { accountId, verb, itemIds, organizationId } = asked;
  return <PlanBulkDialog wish={{ accountId, verb, itemIds, organizationId }} />;
}
