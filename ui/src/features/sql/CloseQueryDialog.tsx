import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "@/features/base/Failure";
import type { SqlTabView } from "@/ipc/generated";
import { asError } from "@/kit/asError";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { sessionOf } from "./session";
import { closeQuery } from "./useQueries";
import { CLOSE, EDITOR } from "./words";

/** Asks before a query is closed whose text or transaction would be lost. */
export function CloseQueryDialog({ tab }: { tab: SqlTabView }) {
  const client = useQueryClient();
  const close = useCloseDialog();
  const [error, setError] = useState<Error>();
  const session = sessionOf(tab.id);
  const transaction = session.current().run?.transaction;
  const confirm = () => closeQuery(client, tab).then(close, (reason: unknown) => setError(asError(reason)));
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void confirm()}
      title={CLOSE.title(tab.name ?? EDITOR.name(1))}
      confirm={CLOSE.confirm}
      error={error && <Failure error={error} />}
    >
      <p>
        {CLOSE.text} {transaction && CLOSE.transaction(transaction.statements)}{" "}
        {session.isBusy && CLOSE.running}
      </p>
    </ConfirmDialog>
  );
}
