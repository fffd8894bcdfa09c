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
    onDone: ({ revoked }, finish) => {
      if (revoked) finish({ title: `${key.name} revoked` });
      else setUnconfirmed(true);
    },
    onRefused: () => reload(client, subject),
  });
  const isGone = form.error !== undefined && viewOf(form.error).code === "notFound";
  const whose = subject.organizationName ?? subject.organizationId;
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
      failed={isGone ? "The key no longer exists" : "The key was not revoked"}
      account={accountId}
      wayOut={
        isGone && (
          <Button size="small" onClick={form.close}>
            Back to list
          </Button>
        )
      }
      error={
        unconfirmed && (
          <Notice tone="warning" role="status" title="The platform did not confirm the revocation">
            It did not refuse either. The list is being refreshed: check whether the key is still there.
          </Notice>
        )
      }
    >
      <FullPath of={[account?.name, whose, subject.project?.name, key.name]} />
      <p>
        Requests with this key are refused right away. This cannot be undone: a revoked key can only be
        replaced by a new one.
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
      title={sure ? "Plinth uses this key" : "Plinth likely uses this key"}
      testId="used-here"
      actions={users.map(({ accountId, name }) => (
        <Button key={accountId} size="small" onClick={() => ask({ dialog: "rotateKey", accountId })}>
          Rotate the key of {name} instead…
        </Button>
      ))}
    >
      {sure
        ? `It is the key of ${names}. Once revoked, Plinth can no longer use ${them}.`
        : `It is likely the key of ${names}. The platform does not say which key a request came with.`}{" "}
      Rotating gives {them} a new key before this one is revoked.
    </Notice>
  );
}
