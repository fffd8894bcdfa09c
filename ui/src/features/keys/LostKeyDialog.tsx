import { Button } from "@/kit/control/Button";
import { ask, unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { Notice } from "@/kit/state/Notice";
import type { LostKey } from "./places";

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
      title={`API key ${name}`}
      footer={
        <>
          <Button onClick={unask}>Keep it</Button>
          <Button onClick={() => ask({ dialog: "createKey", at })}>Make another…</Button>
          <Button tone="danger" onClick={revoke}>
            Revoke it…
          </Button>
        </>
      }
    >
      <Notice tone="warning" role="alert" title="The token was lost">
        The key was created with the ID {id}, but its token did not arrive. The platform does not show it
        again: revoke this key and create a new one.
      </Notice>
    </Dialog>
  );
}
