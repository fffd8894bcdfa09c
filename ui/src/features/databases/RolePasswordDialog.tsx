import { Failure } from "@/features/accounts/Failure";
import { useClipboardNote } from "@/features/base/useClipboardNote";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { useAttempt } from "@/features/connect/useAttempt";
import { call } from "@/ipc/call";
import { Button } from "@/kit/control/Button";
import { SecretText } from "@/kit/data/SecretText";
import { ask, unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import type { RoleSubject } from "./places";
import { changeBlocked } from "./words";

/** A role's password, fetched when it is asked for and held by this dialog alone, for 30 seconds at most. */
export function RolePasswordDialog({ subject }: { subject: RoleSubject }) {
  const { accountId, projectId, branchId, role } = subject;
  const { attempt, failure } = useAttempt();
  const clipboard = useClipboardNote();
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      title={`Password of ${role.name}`}
      description={`On ${subject.branchName} of ${subject.projectName}. Other branches may have a different one.`}
      footer={
        <>
          <CopyAsButton
            accountId={accountId}
            title={`Reveal the password of ${role.name}`}
            call={{ kind: "revealRolePassword", projectId, branchId, name: role.name }}
          />
          <Button onClick={unask}>Close</Button>
        </>
      }
    >
      <SecretText
        label="password"
        reveal={async () =>
          (await attempt(call.roleRevealPassword(accountId, projectId, branchId, role.name))).text
        }
        copy={async () =>
          void (await attempt(call.roleCopyPassword(accountId, projectId, branchId, role.name)))
        }
        note={clipboard}
      />
      {failure && (
        <Failure
          title="The password could not be revealed"
          error={failure}
          actions={
            changeBlocked(subject) === undefined && (
              <Button size="small" onClick={() => ask({ dialog: "resetPassword", subject })}>
                Reset password…
              </Button>
            )
          }
        />
      )}
    </Dialog>
  );
}
