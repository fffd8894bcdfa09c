import { useState } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { Notice } from "@/kit/state/Notice";
import { creatingKeys } from "./mutations";
import type { OnIntegration } from "./subjects";
import { useElsewhere } from "./useAuthSubject";
import { integrationWords as words } from "./words";

/** Makes new SDK keys, after saying that the server key is shown once. */
export function CreateKeysDialog({ at }: { at: OnIntegration }) {
  const account = useAccount(at.accountId);
  const elsewhere = useElsewhere(at, true);
  const [lost, setLost] = useState(false);
  const form = useForm(creatingKeys(at), {
    input: () => undefined,
    onDone: ({ oneTimeSecret }) => {
      if (oneTimeSecret === null) setLost(true);
      else form.close();
    },
  });
  const unclear = form.error !== undefined && viewOf(form.error).code === "maybeCreated";
  const again = lost || unclear;
  return (
    <CallConfirmDialog
      form={form}
      title={words.newKeys}
      confirm={again ? words.newKeysAgain : words.newKeysSubmit}
      danger={false}
      blocked={at.locked ?? elsewhere}
      call={words.newKeysSubmit}
      failed={unclear ? words.newKeysUnclear : words.newKeysFailed}
      error={
        lost &&
        !form.busy &&
        !form.error && (
          <Notice tone="warning" role="status" title={words.lost}>
            {words.newKeysLost}
          </Notice>
        )
      }
    >
      <FullPath of={[account?.name, at.projectName, at.integration.provider]} />
      <p>{words.newKeysDoes}</p>
      <p>{words.newKeysBreaks}</p>
    </CallConfirmDialog>
  );
}
