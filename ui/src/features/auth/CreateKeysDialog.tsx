import { useState } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { useForm } from "@/features/base/useForm";
import { authCall } from "@/features/calls/AuthCallButton";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { FullPath } from "@/kit/data/FullPath";
import { Notice } from "@/kit/state/Notice";
import { creatingKeys } from "./mutations";
import type { OnIntegration } from "./places";

/** Makes new SDK keys, after saying that the server key is shown once. */
export function CreateKeysDialog({ at }: { at: OnIntegration }) {
  const account = useAccount(at.accountId);
  const [lost, setLost] = useState(false);
  const form = useForm(creatingKeys(at), {
    input: () => setLost(false),
    onDone: ({ held }) => {
      if (held === null) setLost(true);
      else form.close();
    },
  });
  const unclear = form.error !== undefined && viewOf(form.error).code === "maybeCreated";
  const again = lost || unclear;
  return (
    <CallConfirmDialog
      form={form}
      title="Create new SDK keys?"
      confirm={again ? "Create them again" : "Create SDK keys"}
      danger={false}
      blocked={at.locked}
      call={authCall(at, "Create SDK keys", { kind: "createKeys", provider: at.integration.provider })}
      failed={unclear ? "The reply with the keys was lost" : "No keys were created"}
      error={
        lost &&
        !form.error && (
          <Notice tone="warning" role="status" title="The server key was lost">
            The keys were created, but the reply did not include the server key. Create them again to get a
            new one.
          </Notice>
        )
      }
    >
      <FullPath of={[account?.name, at.projectName, at.integration.provider]} />
      <p>
        Creates a public client key and a secret server key. The server key is <b>shown once</b>, right after:
        copy it or write it to an env file then.
      </p>
      <p>Existing keys may stop working. Update your apps with the new ones.</p>
    </CallConfirmDialog>
  );
}
