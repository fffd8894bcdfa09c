import { sentence } from "@/data/format";
import { useFailure } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import type { ServerView } from "@/ipc/generated";
import { Notice } from "@/kit/state/Notice";
import { serverPowerKey } from "./mutations";

/** What a server refused, or died of: which one, and why. Nothing while all is well with it. */
export function ServerFault({ server }: { server: ServerView }) {
  const refused = useFailure(serverPowerKey(server.endpointId));
  if (refused) {
    return (
      <Failure
        title={`${server.name} could not be woken or put to sleep`}
        error={refused.error}
        onDismiss={refused.clear}
      />
    );
  }
  if (!server.error) return null;
  return (
    <Notice tone="danger" title={`The server of ${server.name} failed`}>
      {sentence(server.error)}
    </Notice>
  );
}
