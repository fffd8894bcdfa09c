import { call } from "@/ipc/call";
import type { ConnectSource } from "@/ipc/generated";
import { CopyButton } from "@/kit/data/CopyButton";
import { FilePath } from "@/kit/data/FilePath";
import styles from "./Connect.module.css";

/** The certificate authority of a server that no public one signs. */
export function CaFile({ source, path }: { source: ConnectSource; path: string }) {
  return (
    <div className={styles.ca}>
      <div className={styles.caWords}>
        <span className={styles.caLabel}>CA file</span>
        <FilePath path={path} testId="ca-file" />
        <span className={styles.caLabel}>
          Node needs it named in <code>NODE_EXTRA_CA_CERTS</code>; Copy gives that line.
        </span>
      </div>
      <CopyButton
        what="NODE_EXTRA_CA_CERTS line"
        copy={async () => void (await call.connectCopy(source, "ca"))}
      />
    </div>
  );
}
