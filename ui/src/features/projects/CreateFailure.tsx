import { viewOf } from "@/data/errors";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { Button } from "@/kit/control/Button";
import { useUnask } from "@/kit/overlay/asked";
import { useRouter } from "@/kit/route/useRouter";
import { refreshingOf } from "./mutations";

interface CreateFailureProps {
  accountId: string;
  error: Error;
}

/** Why no project came of it, with the way to the one that did. */
export function CreateFailure({ accountId, error }: CreateFailureProps) {
  const close = useUnask();
  const router = useRouter();
  const refreshing = useWork(refreshingOf(accountId));
  const { code, about } = viewOf(error);
  const made = about !== null && (code === "secretLost" || code === "exists") ? about : undefined;
  const open = (id: string) => {
    close();
    router.go({ screen: "project", account: accountId, id });
  };
  const look = async () => {
    await refreshing.start();
    close();
    router.go({ screen: "projects" });
  };
  return (
    <Failure
      error={error}
      actions={
        <>
          {made !== undefined && (
            <Button size="small" icon="arrowRight" onClick={() => open(made)}>
              Open the project
            </Button>
          )}
          {code === "maybeCreated" && (
            <Button size="small" icon="refresh" busy={refreshing.underWay} onClick={() => void look()}>
              Look in the list
            </Button>
          )}
        </>
      }
    />
  );
}
