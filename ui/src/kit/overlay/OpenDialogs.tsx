import type { ReactNode } from "react";
import {
  closeDialog,
  closeDialogAbove,
  instanceOf,
  type OpenDialog,
  OpenDialogContext,
  useOpenDialog,
  useOpenDialogAbove,
} from "./dialogs";

interface OpenDialogsProps {
  /** Draws one dialog of those that can be asked for. `close` closes it whatever became of what is drawn. */
  show(dialog: OpenDialog, close: () => void): ReactNode;
}

/**
 * The dialog that was asked for, and the one over it. One that is asked for anew begins anew: nothing typed into the
 * last one is in it.
 */
export function OpenDialogs({ show }: OpenDialogsProps) {
  const dialog = useOpenDialog();
  const above = useOpenDialogAbove();
  return (
    <>
      {dialog && (
        <OpenDialogContext key={`asked-${instanceOf(dialog)}`} value={dialog}>
          {show(dialog, closeDialog)}
        </OpenDialogContext>
      )}
      {above && (
        <OpenDialogContext key={`above-${instanceOf(above)}`} value={above}>
          {show(above, closeDialogAbove)}
        </OpenDialogContext>
      )}
    </>
  );
}
