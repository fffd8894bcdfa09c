import { useQuery } from "@tanstack/react-query";
import { keychainQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { keychainState, keychainWords } from "@/features/keychain/keychainWords";
import { retrying, usingMemory } from "@/features/keychain/mutations";
import { Button } from "@/kit/control/Button";
import { Pill } from "@/kit/data/Pill";
import styles from "./Settings.module.css";

/** Where secrets are kept, and the two things that can be done about it. */
export function KeychainSetting() {
  const keychain = useQuery(keychainQuery);
  const retry = useWork(retrying);
  const memory = useWork(usingMemory);
  const view = keychain.data;
  const error = keychain.error ?? retry.failure?.error ?? memory.failure?.error;
  const words = view && keychainWords(view);
  const good = view?.kind === "keychain" && view.status === "ready";
  return (
    <>
      {view && (
        <p>
          <Pill tone={good ? "ok" : view.status === "checking" ? "progress" : "warning"}>
            {keychainState(view)}
          </Pill>
        </p>
      )}
      <p className={styles.quiet}>
        {words?.detail ??
          "API keys, connection strings and claim links are kept in the keychain of the system, and never in a plain file."}
      </p>
      <div className={styles.buttons}>
        <Button size="small" busy={retry.underWay} onClick={() => void retry.start()}>
          Check the keychain
        </Button>
        {view && !good && view.kind !== "memory" && (
          <Button size="small" busy={memory.underWay} onClick={() => void memory.start()}>
            Keep secrets in memory until I quit
          </Button>
        )}
      </div>
      {error && <Failure error={error} />}
    </>
  );
}
