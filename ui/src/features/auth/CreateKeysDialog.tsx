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
      title="Make new SDK keys?"
      confirm={again ? "Make them once more" : "Make SDK keys"}
      danger={false}
      blocked={at.locked}
      call={authCall(at, "Make SDK keys", { kind: "createKeys", provider: at.integration.provider })}
      failed={unclear ? "The reply with the keys was lost" : "No keys were made"}
      error={
        lost &&
        !form.error && (
          <Notice tone="warning" role="status" title="The server key is lost">
            The keys were made, and the reply lacked the server key. Make them once more to get one that you
            can see.
          </Notice>
        )
      }
    >
      <FullPath>
        {[account?.name, at.projectName, at.integration.provider].filter(Boolean).join(" / ")}
      </FullPath>
      <p>
        The platform makes a client key, which is public, and a server key, which is <b>shown once</b>, right
        after: copy it or write it to an env file then.
      </p>
      <p>Keys made before may stop working. Give your programs the new ones.</p>
    </CallConfirmDialog>
  );
}
