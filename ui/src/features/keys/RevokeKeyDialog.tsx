import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { KeyUserView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { FullPath } from "@/kit/data/FullPath";
import { openDialog } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import { reload, revokingOf } from "./mutations";
import type { KeySubject } from "./subjects";
import { REVOKE } from "./words";

/** Revokes a key for good, after its name was typed. */
export function RevokeKeyDialog({ subject }: { subject: KeySubject }) {
  const { accountId, row } = subject;
  const { key, usedBy } = row;
  const account = useAccount(accountId);
  const client = useQueryClient();
  const [unconfirmed, setUnconfirmed] = useState(false);
  const form = useForm(revokingOf(subject, key.id), {
    input: () => undefined,
    deletes: key.name,
    onDone: ({ revoked }, finish) => {
      if (revoked) finish({ title: REVOKE.done(key.name) });
      else setUnconfirmed(true);
    },
    onRefused: () => reload(client, subject),
  });
  const whose = subject.organizationName ?? subject.organizationId;
  return (
    <CallConfirmDialog
      form={form}
      title={REVOKE.title(key.name)}
      confirm={REVOKE.submit(key.name)}
      typeName={key.name}
      call={REVOKE.submit(key.name)}
      failed={REVOKE.failed}
      account={accountId}
      error={
        unconfirmed && (
          <Notice tone="warning" role="status" title={REVOKE.unconfirmed}>
            {REVOKE.unconfirmedText}
          </Notice>
        )
      }
    >
      <FullPath of={[account?.name, whose, subject.project?.name, key.name]} />
      <p>{REVOKE.text}</p>
      {usedBy.length > 0 && <UsedHere users={usedBy} />}
    </CallConfirmDialog>
  );
}

/** Before a key goes that this app itself works with, and the better way. */
function UsedHere({ users }: { users: readonly KeyUserView[] }) {
  const names = users.map(({ name }) => name);
  const sure = users.every(({ isSure }) => isSure);
  return (
    <Notice
      tone="danger"
      title={sure ? REVOKE.used : REVOKE.likelyUsed}
      testId="used-here"
      actions={users.map(({ accountId, name }) => (
        <Button key={accountId} size="small" onClick={() => openDialog({ dialog: "rotateKey", accountId })}>
          {REVOKE.rotate(name)}
        </Button>
      ))}
    >
      {sure ? REVOKE.usedText(names) : REVOKE.likelyUsedText(names)}
    </Notice>
  );
}
