import type { MutationKey } from "@tanstack/react-query";
import { useAccount, useCurrentAccount } from "@/data/account";
import { lookOf, viewOf } from "@/data/errors";
import { type MutationFailure, useLastFailure } from "@/data/mutation";
import { Button } from "@/kit/control/Button";
import { openDialogAbove } from "@/kit/overlay/dialogs";
import { useUnlessPointed } from "@/kit/table/pointed";
import { FailureNotice, type FailureNoticeProps } from "./FailureNotice";
import { FAILURE } from "./words";

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

interface ReadFailureProps extends Omit<FailureProps, "error" | "onRetry"> {
  query: { error: Error | null; data?: unknown; refetch(): Promise<unknown> };
}

/** Why something could not be read, with another try; nothing while there is no reason. */
export function ReadFailure({ query, ...notice }: ReadFailureProps) {
  const settled = useUnlessPointed(query.error);
  const error = query.data === undefined ? query.error : settled;
  return error && <Failure {...notice} error={error} onRetry={() => void query.refetch()} />;
}

interface MutationRefusalProps extends Omit<FailureProps, "error" | "onDismiss"> {
  failure: MutationFailure | undefined;
  /** It can be dismissed. */
  dismissible?: boolean;
}

/** Why the last try of some work was refused; nothing where it was not. */
export function MutationRefusal({ failure, dismissible = false, ...notice }: MutationRefusalProps) {
  if (!failure) return null;
  return <Failure {...notice} error={failure.error} {...(dismissible && { onDismiss: failure.clear })} />;
}

interface LastRefusalProps {
  /** What the name of the work begins with. */
  of: MutationKey;
  /** What did not come about, by the last part of the work's name. */
  titles: Record<string, string>;
  /** For work that has no title of its own; it is not shown when absent. */
  otherwise?: string;
}

/** Why what was clicked last among some work did not happen, for clicks that have no dialog to say it. */
export function LastRefusal({ of, titles, otherwise }: LastRefusalProps) {
  const failure = useLastFailure(of);
  const title = titles[String(failure?.key.at(-1))] ?? otherwise;
  return title !== undefined && <MutationRefusal failure={failure} title={title} dismissible />;
}

interface AccountWayOutProps {
  remedy: "unlock" | "replaceKey";
  /** Of the account; the current one when it is none of ours. */
  accountId: string | null;
}

/**
 * The way out of an error that an account's lock or key is the reason of. Its dialog opens over whatever shows the error,
 * so that nothing that was typed there is lost.
 */
export function AccountWayOut({ remedy, accountId }: AccountWayOutProps) {
  const named = useAccount(accountId ?? "");
  const current = useCurrentAccount();
  const account = named ?? current;
  if (!account) return null;
  if (remedy === "unlock" ? !account.isReadOnly : !account.isOwn) return null;
  const { id } = account;
  return remedy === "unlock" ? (
    <Button size="small" icon="lock" onClick={() => openDialogAbove({ dialog: "unlockAccount", id })}>
      {FAILURE.unlock}
    </Button>
  ) : (
    <Button size="small" icon="key" onClick={() => openDialogAbove({ dialog: "replaceAccountKey", id })}>
      {FAILURE.replaceKey}
    </Button>
  );
}
