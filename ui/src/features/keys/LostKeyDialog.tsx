import { Button } from "@/kit/control/Button";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog, openDialog } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import type { LostKey } from "./subjects";
import { LOST } from "./words";

/** It was made, and the reply with its token was lost or lacked it. */
export function LostKeyDialog({ lost }: { lost: LostKey }) {
  const { id, name, ...at } = lost;
  const revoke = () => {
    const key = {
      id,
      name,
      createdAt: null,
      createdBy: null,
      projectId: null,
      lastUsedAt: null,
      lastUsedFrom: null,
    };
    openDialog({ dialog: "revokeKey", subject: { ...at, row: { key, usedBy: [], isUnused: false } } });
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      size="small"
      dismiss="deliberate"
      title={LOST.title(name)}
      footer={
        <>
          <Button onClick={closeDialog}>{LOST.keep}</Button>
          <Button onClick={() => openDialog({ dialog: "createKey", at })}>{LOST.another}</Button>
          <Button tone="danger" onClick={revoke}>
            {LOST.revoke}
          </Button>
        </>
      }
    >
      <Notice tone="warning" role="alert" title={LOST.lost}>
        {LOST.text(id)}
      </Notice>
    </Dialog>
  );
}
