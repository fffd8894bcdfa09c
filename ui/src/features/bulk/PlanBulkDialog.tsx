import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { sentence } from "@/data/format";
import { ReadFailure } from "@/features/accounts/Failure";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { BulkPlanView, BulkWish } from "@/ipc/generated";
import { ask, unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Bulk.module.css";
import { BulkItems } from "./BulkItems";
import { startingOf } from "./mutations";
import { bulkPlanQuery } from "./queries";
import { costWords, isDangerous, orderWords, splitPlan, things, warningsTitle } from "./words";

/** What would be done to many at once, what it takes and what goes along, before anything is sent. */
export function PlanBulkDialog(wish: BulkWish) {
  const { accountId, verb, itemIds, organizationId, projectId, expiresAt } = wish;
  const [asked] = useState<BulkWish>({ accountId, verb, itemIds, organizationId, projectId, expiresAt });
  const plan = useQuery(bulkPlanQuery(asked));
  if (plan.data) return <Plan request={asked} plan={plan.data} />;
  return (
    <Dialog open onClose={unask} title={`${orderWords(asked, asked.itemIds.length)}?`}>
      {plan.error ? (
        <ReadFailure query={plan} title="The plan could not be loaded" />
      ) : (
        <Skeleton label="the plan" shape="text" count={4} />
      )}
    </Dialog>
  );
}

function Plan({ request, plan }: { request: BulkWish; plan: BulkPlanView }) {
  const account = useAccount(request.accountId);
  const { doable, refused } = splitPlan(plan);
  const order = orderWords(request, doable.length);
  const revokes = request.verb === "revokeKeys";
  const danger = isDangerous(request.verb);
  // Of a production account many go at once only when their number was read; revoking is final everywhere.
  const counts = (revokes || (danger && account?.isProduction)) && doable.length > 0;
  const form = useForm(startingOf(request.accountId), {
    hindered: doable.length === 0,
    input: () => ({ ...request, itemIds: doable.map(({ itemId }) => itemId) }),
    onDone: ({ id }) => ask({ dialog: "bulk", id }),
  });
  return (
    <CallConfirmDialog
      form={form}
      title={`${order}?`}
      confirm={order}
      danger={danger}
      disabled={doable.length === 0}
      typeName={counts ? String(doable.length) : undefined}
      failed="The task was not started"
    >
      <p>
        In <b>{account?.name ?? "this account"}</b>. Takes {costWords(plan)}
        {revokes && " This cannot be undone: requests with these keys are refused right away."}
      </p>
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
          <p>Skipped: {things(request.verb, refused.length)}, with the reason below each.</p>
          <BulkItems label="Skipped" items={refused} plain />
        </>
      )}
    </CallConfirmDialog>
  );
}
