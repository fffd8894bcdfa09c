import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { listed } from "@/data/format";
import { useWork } from "@/data/work";
import { WorkRefusal } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { KeyUserView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { FullPath } from "@/kit/data/FullPath";
import { ask, useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { toast } from "@/kit/overlay/toasts";
import { Notice } from "@/kit/state/Notice";
import { reload, revokingOf } from "./mutations";
import type { KeySubject } from "./places";

/** Revokes a key for good, after its name was typed. */
export function RevokeKeyDialog({ subject }: { subject: KeySubject }) {
  const { accountId, row } = subject;
  const { key, usedBy } = row;
  const account = useAccount(accountId);
  const client = useQueryClient();
  const close = useUnask();
  const revoking = useWork(revokingOf(subject, key.id));
  const [unconfirmed, setUnconfirmed] = useState(false);
  const failure = revoking.failure && viewOf(revoking.failure.error);
  const revoke = async () => {
    const done = await revoking.start(undefined);
    if (!done) return reload(client, subject);
    if (!done.revoked) return setUnconfirmed(true);
    close();
    toast({ title: `${key.name} is revoked` });
  };
  const whose = subject.organizationName ?? subject.organizationId;
  const path = [account?.name, whose, subject.project?.name, key.name].filter(Boolean);
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void revoke()}
      title={`Revoke ${key.name}?`}
      confirm={`Revoke ${key.name}`}
      typeName={key.name}
      aside={
        <CopyAsButton
          accountId={accountId}
          title={`Revoke ${key.name}`}
          call={{ kind: "revokeKey", organizationId: subject.organizationId, keyId: key.id }}
        />
      }
      busy={revoking.underWay}
      error={
        <>
          {unconfirmed && (
            <Notice tone="warning" role="status" title="The platform does not say that it is revoked">
              It answered without a refusal. The list is being read again: look whether the key is still
              there.
            </Notice>
          )}
          {failure && revoking.failure && (
            <WorkRefusal
              failure={revoking.failure}
              title={
                failure.code === "notFound" ? "There is no such key any more" : "The key was not revoked"
              }
              account={accountId}
              actions={
                failure.code === "notFound" && (
                  <Button size="small" onClick={close}>
                    Back to the list
                  </Button>
                )
              }
            />
          )}
        </>
      }
    >
      <FullPath>{path.join(" / ")}</FullPath>
      <p>
        Every request with it is refused from that moment on. It is final: a revoked key cannot be brought
        back, only replaced by a new one.
      </p>
      {usedBy.length > 0 && <UsedHere users={usedBy} />}
    </ConfirmDialog>
  );
}

/** Before a key goes that this app itself works with, and the better way. */
function UsedHere({ users }: { users: readonly KeyUserView[] }) {
  const names = listed(users.map(({ name }) => name));
  const sure = users.every(({ isSure }) => isSure);
  const them = users.length === 1 ? "that account" : "those accounts";
  return (
    <Notice
      tone="danger"
      title={sure ? "This app uses it" : "This app likely uses it"}
      testId="used-here"
      actions={users.map(({ accountId, name }) => (
        <Button key={accountId} size="small" onClick={() => ask({ dialog: "rotateKey", accountId })}>
          Rotate the key of {name} instead…
        </Button>
      ))}
    >
      {sure
        ? `It is the key of ${names}: nothing more can be asked or changed with ${them} once it is revoked.`
        : `It is likely the key of ${names}. The platform does not say which key a request came with.`}{" "}
      Rotating gives {them} a new key first and revokes this one last.
    </Notice>
  );
}
