import { workKeys } from "@/data/keys";
import { useUnderWay } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import type { SandboxView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { EmptyState } from "@/kit/state/EmptyState";
import { LimitsCard } from "./LimitsCard";
import { OldPostgres } from "./OldPostgres";
import { StartProgress } from "./StartProgress";

/** The sandbox while it does not run: why, what it is for, and the way to start it. */
export function StoppedSandbox({ view }: { view: SandboxView }) {
  const busy = useUnderWay(workKeys.sandbox);
  return (
    <>
      {view.error && <Failure title="The sandbox stopped with an error" error={view.error} />}
      <OldPostgres offered={view.error?.code === "programMissing"} />
      <EmptyState
        icon="terminal"
        title={view.status === "stopping" ? "The sandbox is stopping" : "The sandbox is not running"}
        actions={
          <ActionButton action="sandbox.start" context={{ sandbox: view }} tone="primary" busy={busy}>
            Start the sandbox
          </ActionButton>
        }
      >
        A real platform on this machine: temporary databases are PostgreSQL servers here, with TLS, a claim
        page and a clock that can be moved. Its data is in {view.dataDir}.
      </EmptyState>
      <StartProgress />
      <LimitsCard />
    </>
  );
}
