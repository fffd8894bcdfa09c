import { Button } from "@/kit/control/Button";
import { ask, unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { Notice } from "@/kit/state/Notice";
import type { RoleSubject } from "./places";

/** It was done, and the reply with the password was lost on the way. */
export function LostPassword({ subject }: { subject: RoleSubject }) {
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      dismiss="deliberate"
      title={`Password of ${subject.role.name}`}
      footer={
        <>
          <Button onClick={unask}>Close</Button>
          <Button tone="primary" onClick={() => ask({ dialog: "resetPassword", subject })}>
            Reset password…
          </Button>
        </>
      }
    >
      <Notice tone="warning" title="Its password is lost">
        The role is there, and the reply with its password did not arrive. Reset the password to get one that
        you can see.
      </Notice>
    </Dialog>
  );
}
