import { enter } from "@/features/accounts/enter";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Icon } from "@/kit/icon/Icon";
import { ask } from "@/kit/overlay/asked";
import styles from "./Welcome.module.css";

/**
 * A temporary database on the hosted platform. Says whom it asks and what is sent before anything is. The platform is
 * chosen in the dialog alone: nothing is kept of it until the person confirms there.
 */
export function HostedDoor({ host }: { host: string }) {
  const { tools } = useActionSurroundings();
  const open = async () => {
    await enter(tools);
    ask({ dialog: "temporaryOptions", place: { kind: "neon" } });
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
      </div>
      <Button size="small" onClick={() => void open()}>
        A temporary database on {host}
      </Button>
    </section>
  );
}
