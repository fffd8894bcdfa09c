import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { listed } from "@/data/format";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { KeyUserView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { FullPath } from "@/kit/data/FullPath";
import { ask } from "@/kit/overlay/asked";
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
  const [unconfirmed, setUnconfirmed] = useState(false);
  const form = useForm(revokingOf(subject, key.id), {
    input: () => undefined,
    onDone: ({ revoked }) => {
      if (!revoked) return setUnconfirmed(true);
      form.close();
      toast({ title: `${key.name} is revoked` });
    },
    onRefused: () => reload(client, subject),
  });
  const isGone = form.error !== undefined && viewOf(form.error).code === "notFound";
  const whose = subject.organizationName ?? subject.organizationId;
  const path = [account?.name, whose, subject.project?.name, key.name].filter(Boolean);
  return (
    <CallConfirmDialog
      form={form}
      title={`Revoke ${key.name}?`}
      confirm={`Revoke ${key.name}`}
      typeName={key.name}
      call={{
        accountId,
        title: `Revoke ${key.name}`,
        call: { kind: "revokeKey", organizationId: subject.organizationId, keyId: key.id },
      }}
      failed={isGone ? "There is no such key any more" : "The key was not revoked"}
      account={accountId}
      wayOut={
        isGone && (
          <Button size="small" onClick={form.close}>
            Back to the list
          </Button>
        )
      }
      error={
        unconfirmed && (
          <Notice tone="warning" role="status" title="The platform does not say that it is revoked">
            It answered without a refusal. The list is being read again: look whether the key is still there.
          </Notice>
        )
      }
    >
      <FullPath>{path.join(" / ")}</FullPath>
      <p>
        Every request with it is refused from that moment on. It is final: a revoked key cannot be brought
        back, only replaced by a new one.
      </p>
      {usedBy.length > 0 && <UsedHere users={usedBy} />}
    </CallConfirmDialog>
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
