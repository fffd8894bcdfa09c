import { useQuery } from "@tanstack/react-query";
import { sandboxQuery } from "@/data/queries";
import { starting } from "@/data/sandbox";
import { useWork } from "@/data/work";
import { enter } from "@/features/accounts/enter";
import { Failure } from "@/features/accounts/Failure";
import { StartProgress } from "@/features/sandbox/StartProgress";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Icon } from "@/kit/icon/Icon";
import styles from "./Welcome.module.css";

/** Starts the sandbox at once: nothing to fill in. */
export function SandboxDoor() {
  const { tools } = useActionSurroundings();
  const sandbox = useQuery(sandboxQuery);
  const start = useWork(starting);
  const open = async () => {
    start.failure?.clear();
    if (await start.start()) await enter(tools);
  };
  const busy = start.underWay || sandbox.data?.status === "starting";
  return (
    <section className={styles.door} aria-labelledby="door-sandbox">
      <h2 id="door-sandbox" className={styles.name}>
        <Icon name="terminal" />
        Sandbox
      </h2>
      <p className={styles.words}>
        A real PostgreSQL platform on this machine. No account, no network, nothing to fill in.
      </p>
      <Button tone="primary" busy={busy} onClick={() => void open()}>
        Start in the sandbox
      </Button>
      <StartProgress />
      {start.failure && (
        <Failure title="The sandbox did not start" error={start.failure.error} onRetry={() => void open()} />
      )}
    </section>
  );
}
