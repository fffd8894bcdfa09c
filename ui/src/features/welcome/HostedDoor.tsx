import { useWork } from "@/data/work";
import { Failure } from "@/features/Failure";
import { saving } from "@/features/settings/mutations";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Icon } from "@/kit/icon/Icon";
import { ask } from "@/kit/overlay/asked";
import { enter } from "./enter";
import styles from "./Welcome.module.css";

/** A temporary database on the hosted platform. Says whom it asks and what is sent before anything is. */
export function HostedDoor({ host }: { host: string }) {
  const { tools } = useActionSurroundings();
  const choice = useWork(saving);
  const open = async () => {
    const chosen = await choice.start(({ temporary }) => ({
      temporary: { ...temporary, place: { kind: "neon" } },
    }));
    if (!chosen) return;
    await enter(tools);
    ask({ dialog: "temporaryOptions" });
  };
  return (
    <section className={styles.aside} aria-labelledby="door-hosted">
      <Icon name="timer" />
      <div className={styles.words}>
        <h2 id="door-hosted" className={styles.small}>
          Hosted, without an account
        </h2>
        <p>
          A temporary database at <code>{host}</code>. The request carries a referrer (<code>plinth</code>)
          and whether logical replication is wanted, nothing else, and nothing is sent before you confirm.
        </p>
        {choice.failure && (
          <Failure title="The choice was not kept" error={choice.failure.error} onRetry={() => void open()} />
        )}
      </div>
      <Button size="small" busy={choice.underWay} onClick={() => void open()}>
        A temporary database on {host}
      </Button>
    </section>
  );
}
