import { Failure } from "@/features/base/Failure";
import { useClipboardNote } from "@/features/base/useClipboardNote";
import { COMMON } from "@/features/base/words";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { useAttempt } from "@/features/connect/useAttempt";
import { call } from "@/ipc/call";
import { Button } from "@/kit/control/Button";
import { SecretText } from "@/kit/data/SecretText";
import { Card } from "@/kit/layout/Card";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog, openDialog } from "@/kit/overlay/dialogs";
import type { RoleSubject } from "./subjects";
import { changeBlocked, PASSWORD } from "./words";

/** A role's password, fetched when it is asked for and kept by this dialog alone, for 30 seconds at most. */
export function RolePasswordDialog({ subject }: { subject: RoleSubject }) {
  const { accountId, projectId, branchId, role } = subject;
  const named = { accountId, projectId, branchId, name: role.name };
  const { attempt, failure } = useAttempt();
  const clipboard = useClipboardNote();
  return (
    <Dialog
      open
      onClose={closeDialog}
      size="small"
      title={PASSWORD.title(role.name)}
      description={PASSWORD.text(subject.branchName, subject.projectName)}
      footer={
        <>
          <CopyAsButton
            title={PASSWORD.call(role.name)}
            operation={{ kind: "roleRevealPassword", ...named }}
          />
          <Button onClick={closeDialog}>{COMMON.close}</Button>
        </>
      }
    >
      <Card label={PASSWORD.label}>
        <SecretText
          label={PASSWORD.label}
          reveal={async () => (await attempt(call({ kind: "roleRevealPassword", ...named }))).text}
          copy={async () => void (await attempt(call({ kind: "roleCopyPassword", ...named })))}
          note={clipboard}
        />
      </Card>
      {failure && (
        <Failure
          title={PASSWORD.failed}
          error={failure}
          actions={
            changeBlocked(subject) === undefined && (
              <Button size="small" onClick={() => openDialog({ dialog: "resetPassword", subject })}>
                {PASSWORD.reset}
              </Button>
            )
          }
        />
      )}
    </Dialog>
  );
}
