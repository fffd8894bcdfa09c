import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { useClockOffset } from "@/data/clockOffset";
import { sentence } from "@/data/format";
import { ReadFailure } from "@/features/base/Failure";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { BulkPlanView, BulkRequest } from "@/ipc/generated";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog, openDialog } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { formatDate } from "@/kit/time/formatDate";
import styles from "./Bulk.module.css";
import { BulkItems } from "./BulkItems";
import { startingOf } from "./mutations";
import { bulkPlanQuery } from "./queries";
import { costWords, isDangerous, orderWords, PLAN, splitPlan, things, warningsTitle } from "./words";

/** What would be done to many at once, what it takes and what goes along, before anything is sent. */
export function PlanBulkDialog(order: BulkRequest) {
  const { accountId, verb, itemIds, organizationId, projectId, expiresAt } = order;
  const [request] = useState<BulkRequest>({ accountId, verb, itemIds, organizationId, projectId, expiresAt });
  const plan = useQuery(bulkPlanQuery(request));
  if (!plan.data && plan.error) {
    return (
      <Dialog open onClose={closeDialog} title={PLAN.question(orderWords(request, request.itemIds.length))}>
        <ReadFailure query={plan} title={PLAN.failed} />
      </Dialog>
    );
  }
  return <Plan request={request} plan={plan.data} />;
}

/** Begins with the buttons where they will be: they are not to move once the plan is there. */
function Plan({ request, plan }: { request: BulkRequest; plan: BulkPlanView | undefined }) {
  const account = useAccount(request.accountId);
  const ahead = useClockOffset(request.accountId);
  const { doable, refused } = plan ? splitPlan(plan) : NOTHING_YET;
  const count = plan ? doable.length : request.itemIds.length;
  const order = orderWords(request, count);
  const revokes = request.verb === "revokeKeys";
  const danger = isDangerous(request.verb);
  // Of a production account many go at once only when their number was read; revoking is final everywhere.
  const counts = (revokes || (danger && account?.isProduction)) && count > 0;
  const form = useForm(startingOf(request.accountId), {
    hindered: doable.length === 0,
    input: () => ({ ...request, itemIds: doable.map(({ itemId }) => itemId) }),
    onDone: ({ id }) => openDialog({ dialog: "bulk", id }),
  });
  return (
    <CallConfirmDialog
      form={form}
      title={PLAN.question(order)}
      confirm={order}
      danger={danger}
      disabled={doable.length === 0}
      typeName={counts ? String(count) : undefined}
      failed={PLAN.notStarted}
    >
      <div className={styles.plan} style={{ "--items": Math.min(request.itemIds.length, MOST_IN_SIGHT) }}>
        {plan ? (
          <>
            <p>{PLAN.takes(account?.name, costWords(plan))}</p>
            {request.expiresAt !== null && <p>{PLAN.expires(formatDate(request.expiresAt, ahead))}</p>}
            {plan.warnings.length > 0 && (
              <Notice tone="warning" title={warningsTitle(request.verb)}>
                <ul className={styles.warnings}>
                  {plan.warnings.map((warning) => (
                    <li key={warning}>{sentence(warning)}</li>
                  ))}
                </ul>
              </Notice>
            )}
            {doable.length > 0 && <BulkItems label={order} items={doable} plain />}
            {refused.length > 0 && (
              <>
                <p>{PLAN.skippedText(things(request.verb, refused.length))}</p>
                <BulkItems label={PLAN.skipped} items={refused} plain />
              </>
            )}
          </>
        ) : (
          <Skeleton label={PLAN.loading} shape="text" count={4} />
        )}
      </div>
    </CallConfirmDialog>
  );
}

/** More than these scroll. */
const MOST_IN_SIGHT = 6;

const NOTHING_YET = { doable: [], refused: [] };
