import { Button } from "@/kit/control/Button";
import { Icon } from "@/kit/icon/Icon";
import { ask } from "@/kit/overlay/asked";
import styles from "./Welcome.module.css";

/** An account on a platform, by its key. */
export function AccountDoor() {
  return (
    <section className={styles.door} aria-labelledby="door-account">
      <h2 id="door-account" className={styles.name}>
        <Icon name="key" />
        Your account
      </h2>
      <p className={styles.words}>
        Projects, branches and databases on Neon or on addresses of your own, by an API key. The key is tried
        before it is saved and kept in the keychain.
      </p>
      <Button onClick={() => ask({ dialog: "connectAccount" })}>Connect an account…</Button>
    </section>
  );
}
