import { lookOf, viewOf } from "@/data/errors";
import { AccountWayOut } from "@/features/accounts/AccountWayOut";
import { FailureNotice, type FailureNoticeProps } from "./FailureNotice";

interface FailureProps extends FailureNoticeProps {
  /** The account it is about; the current one when absent. */
  account?: string;
}

/** An error where it happened, with the way to unlock its account or to give it another key where that is the reason. */
export function Failure({ account, actions, ...notice }: FailureProps) {
  const { error } = notice;
  const view = error instanceof Error ? viewOf(error) : error;
  const { remedy } = lookOf(view.code);
  return (
    <FailureNotice
      {...notice}
      actions={
        <>
          {actions}
          {(remedy === "unlock" || remedy === "replaceKey") && (
            <AccountWayOut remedy={remedy} accountId={account ?? view.about} />
          )}
        </>
      }
    />
  );
}
