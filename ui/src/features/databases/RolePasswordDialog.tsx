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
            accountId={accountId}
            title={PASSWORD.call(role.name)}
            call={{ kind: "revealRolePassword", projectId, branchId, name: role.name }}
          />
          <Button onClick={closeDialog}>{COMMON.close}</Button>
        </>
      }
    >
      <Card label={PASSWORD.label}>
        <SecretText
          label={PASSWORD.label}
          reveal={async () =>
            (await attempt(call.roleRevealPassword(accountId, projectId, branchId, role.name))).text
          }
          copy={async () =>
            void (await attempt(call.roleCopyPassword(accountId, projectId, branchId, role.name)))
          }
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
