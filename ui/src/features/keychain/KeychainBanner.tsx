import { useQuery } from "@tanstack/react-query";
import { keychainQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { Button } from "@/kit/control/Button";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import { ask } from "@/kit/overlay/asked";
import styles from "./KeychainBanner.module.css";
import { keychainWords } from "./keychainWords";
import { retrying } from "./mutations";

/** Across the top of the window while secrets have no safe place. */
export function KeychainBanner() {
  const keychain = useQuery(keychainQuery);
  const retry = useWork(retrying);
  const words = keychain.data && keychainWords(keychain.data);
  if (!words) return null;
  return (
    <div className={cx(styles.banner, styles[words.tone])} role="status" data-testid="keychain-banner">
      <Icon name="key" />
      <p className={styles.words}>
        <strong>{words.title}.</strong> {words.detail}
      </p>
      <Button size="small" busy={retry.underWay} onClick={() => void retry.start()}>
        Try again
      </Button>
      {words.tone === "warning" && (
        <Button size="small" onClick={() => ask({ dialog: "keychain", options: null })}>
          What to do
        </Button>
      )}
    </div>
  );
}
