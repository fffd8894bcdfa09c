import { useQuery } from "@tanstack/react-query";
import { workKeys } from "@/data/keys";
import { sandboxQuery } from "@/data/queries";
import { useFailure, useUnderWay } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { Screen } from "@/kit/layout/Screen";
import { Skeleton } from "@/kit/state/Skeleton";
import { RunningSandbox } from "./RunningSandbox";
import styles from "./Sandbox.module.css";
import { StatusLine } from "./StatusLine";
import { StoppedSandbox } from "./StoppedSandbox";

/** The platform on this machine: what runs, where it listens, and the dials that only a sandbox has. */
export function SandboxScreen() {
  const sandbox = useQuery(sandboxQuery);
  const busy = useUnderWay(workKeys.sandbox);
  const failure = useFailure(workKeys.sandbox);
  const view = sandbox.data;
  return (
    <Screen
      title="Sandbox"
      aside={view && <StatusLine view={view} />}
      tools={
        view && (
          <>
            <ActionButton action="sandbox.stop" context={{ sandbox: view }} busy={busy}>
              Stop
            </ActionButton>
            <ActionMenu about="sandbox" subject={view} label="More actions for the sandbox" outlined />
          </>
        )
      }
    >
      <div className={styles.page}>
        {failure && (
          <Failure title="The sandbox did not do as asked" error={failure.error} onDismiss={failure.clear} />
        )}
        {sandbox.error && (
          <Failure
            title="The sandbox’s state could not be read"
            error={sandbox.error}
            onRetry={() => void sandbox.refetch()}
          />
        )}
        {sandbox.isPending && <Skeleton label="the sandbox" shape="card" count={3} />}
        {view?.running && <RunningSandbox running={view.running} dataDir={view.dataDir} />}
        {view && !view.running && <StoppedSandbox view={view} />}
      </div>
    </Screen>
  );
}
