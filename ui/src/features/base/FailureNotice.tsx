import { type ReactNode, useEffect, useRef, useState } from "react";
import { canRetry, failureText, lookOf, reasonText, viewOf } from "@/data/errors";
import { useMutationSpec } from "@/data/mutation";
import { starting } from "@/data/sandbox";
import { noteShown } from "@/data/shown";
import type { ErrorView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { openDialog } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import { FAILURE } from "./words";

export interface FailureNoticeProps {
  /** Whatever was thrown, or an error that came within a view. */
  error: Error | ErrorView;
  /** What was being tried, where the place does not say it: "The list could not be read". */
  title?: string;
  /** Where it means more than its kind says. */
  tone?: "danger";
  /** Tries the same again; offered only where trying again can help. */
  onRetry?(): void;
  onDismiss?(): void;
  /** More ways out, before the usual ones. */
  actions?: ReactNode;
}

/**
 * An error where it happened: what failed, why, what to do, and the request id to quote. By itself where no account can
 * be unlocked or given another key; anywhere else `Failure` is meant.
 */
export function FailureNotice({ error, title, tone, onRetry, onDismiss, actions }: FailureNoticeProps) {
  const view = error instanceof Error ? viewOf(error) : error;
  const look = lookOf(view.code);
  const sandbox = useMutationSpec(starting);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => (error instanceof Error ? noteShown(error) : undefined), [error]);
  useEffect(() => {
    // A dialog's body may be scrolled away from where its errors stand.
    if (notice.current?.closest("[role=dialog]")) notice.current.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <Notice
      ref={notice}
      tone={tone ?? look.severity}
      role="alert"
      title={title ?? look.title}
      actions={
        <>
          {actions}
          {onRetry && canRetry(view.code) && (
            <Button size="small" icon="refresh" onClick={onRetry}>
              {FAILURE.tryAgain}
            </Button>
          )}
          {look.remedy === "startSandbox" && (
            <Button size="small" icon="play" busy={sandbox.underWay} onClick={() => void sandbox.start()}>
              {FAILURE.startSandbox}
            </Button>
          )}
          {look.remedy === "retryKeychain" && (
            <Button size="small" icon="key" onClick={() => openDialog({ dialog: "keychain", options: null })}>
              {FAILURE.whatToDo}
            </Button>
          )}
          {onDismiss && (
            <Button size="small" tone="quiet" onClick={onDismiss}>
              {FAILURE.dismiss}
            </Button>
          )}
          {view.requestId && <RequestId id={view.requestId} />}
        </>
      }
    >
      {title === undefined ? failureText(view) : reasonText(view)}
    </Notice>
  );
}

/** The platform's request id: not a secret, made to be quoted. */
export function RequestId({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(id);
    setCopied(true);
  };
  return (
    <Button size="small" tone="quiet" icon={copied ? "check" : "copy"} onClick={() => void copy()}>
      {copied ? FAILURE.requestIdCopied : FAILURE.copyRequestId(id.slice(0, 8))}
    </Button>
  );
}
