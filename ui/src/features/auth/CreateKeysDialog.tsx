import { useState } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { Notice } from "@/kit/state/Notice";
import { creatingKeys } from "./mutations";
import type { OnIntegration } from "./places";

/** Makes new SDK keys, after saying that the server key is shown once. */
export function CreateKeysDialog({ at }: { at: OnIntegration }) {
  const account = useAccount(at.accountId);
  const close = useUnask();
  const work = useWork(creatingKeys(at));
  const [lost, setLost] = useState(false);
  const create = async () => {
    setLost(false);
    const made = await work.start(undefined);
    if (made && made.held === null) setLost(true);
    else if (made) close();
  };
  const failure = work.failure?.error;
  const unclear = failure !== undefined && viewOf(failure).code === "maybeCreated";
  const again = lost || unclear;
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void create()}
      title="Make new SDK keys?"
      confirm={again ? "Make them once more" : "Make SDK keys"}
      danger={false}
      blocked={at.locked}
      busy={work.underWay}
      aside={
        <AuthCallButton
          at={at}
          title="Make SDK keys"
          call={{ kind: "createKeys", provider: at.integration.provider }}
        />
      }
      error={
        <>
          {failure && (
            <Failure
              title={unclear ? "The reply with the keys was lost" : "No keys were made"}
              error={failure}
            />
          )}
          {lost && !failure && (
            <Notice tone="warning" role="status" title="The server key is lost">
              The keys were made, and the reply lacked the server key. Make them once more to get one that you
              can see.
            </Notice>
          )}
        </>
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
    </ConfirmDialog>
  );
}
