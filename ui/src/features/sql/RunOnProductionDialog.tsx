import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { type RunRequest, sessionOf } from "./session";
import { PRODUCTION } from "./words";

export interface RunOnProductionProps {
  /** The editor whose run was refused. */
  editor: string;
  request: RunRequest;
  /** The name of the database, which is to be typed. */
  name: string;
  /** The statement and its place. */
  reason: string;
}

/** Asks for the name of the database before a statement sweeps a table of a production account. */
export function RunOnProductionDialog({ editor, request, name, reason }: RunOnProductionProps) {
  const close = useCloseDialog();
  const confirm = () => {
    close();
    void sessionOf(editor).start({ ...request, options: { ...request.options, confirmed: name } });
  };
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={confirm}
      title={PRODUCTION.title(name)}
      confirm={PRODUCTION.confirm}
      typeName={name}
    >
      <p>{PRODUCTION.text(reason)}</p>
    </ConfirmDialog>
  );
}
