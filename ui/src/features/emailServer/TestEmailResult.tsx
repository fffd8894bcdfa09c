import type { TestEmailView } from "@/ipc/generated";
import { Notice } from "@/kit/state/Notice";
import styles from "./Email.module.css";
import { useInSight } from "./useInSight";

/** What became of a test message, in the server's words where it has some. */
export function TestEmailResult({ result }: { result: TestEmailView & { to: string } }) {
  const found = useInSight<HTMLDivElement>();
  if (result.sent) {
    return (
      <Notice ref={found} tone="ok" role="status" title="The server took the message">
        Look into the mailbox of {result.to}, and into its spam folder.
      </Notice>
    );
  }
  return (
    <Notice ref={found} tone="danger" role="alert" title="The message was not sent">
      {result.error ? (
        <>
          The platform was told: <code className={styles.told}>{result.error}</code>
        </>
      ) : (
        "The platform does not say why. Try the server to see what it does."
      )}
    </Notice>
  );
}
