import { Button } from "@/kit/control/Button";
import { ask, unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { Notice } from "@/kit/state/Notice";
import type { LostKey } from "./places";
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
    ask({ dialog: "revokeKey", subject: { ...at, row: { key, usedBy: [], isUnused: false } } });
  };
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      dismiss="deliberate"
      title={LOST.title(name)}
      footer={
        <>
          <Button onClick={unask}>{LOST.keep}</Button>
          <Button onClick={() => ask({ dialog: "createKey", at })}>{LOST.another}</Button>
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
