import { useQuery } from "@tanstack/react-query";
import { useAccount } from "@/data/account";
import { Failure } from "@/features/accounts/Failure";
import { Button } from "@/kit/control/Button";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { Skeleton } from "@/kit/state/Skeleton";
import { rotationPlanQuery } from "./queries";
import { RotateKeyForm } from "./RotateKeyForm";

/** Changes the key of an account for a new one, after saying what it takes. */
export function RotateKeyDialog({ accountId }: { accountId: string }) {
  const account = useAccount(accountId);
  const plan = useQuery(rotationPlanQuery(accountId));
  const name = account?.name ?? "this account";
  if (plan.data && plan.data.problem === null) return <RotateKeyForm name={name} plan={plan.data} />;
  return (
    <Dialog
      open
      onClose={unask}
      title={`Rotate the key of ${name}`}
      footer={<Button onClick={unask}>Close</Button>}
    >
      {plan.isFetching ? (
        <Skeleton label="what it takes" shape="text" count={4} />
      ) : (
        <>
          {plan.data?.problem && (
            <Failure
              title="The key cannot be rotated now"
              error={plan.data.problem}
              account={accountId}
              onRetry={() => void plan.refetch()}
            />
          )}
          {plan.error && (
            <Failure
              title="What it takes could not be worked out"
              error={plan.error}
              account={accountId}
              onRetry={() => void plan.refetch()}
            />
          )}
        </>
      )}
    </Dialog>
  );
}
