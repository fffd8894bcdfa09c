import { call } from "@/ipc/call";
import { CopyButton } from "@/kit/data/CopyButton";
import styles from "./ConnectCard.module.css";

/** The certificate authority of a server that no public one signs. */
export function CaFile({ id, path }: { id: string; path: string }) {
  return (
    <div className={styles.ca}>
      <div className={styles.caWords}>
        <span className={styles.caLabel}>CA file</span>
        <code data-selectable data-testid="ca-file">
          {path}
        </code>
        <span className={styles.caLabel}>
          Node trusts this server once <code>NODE_EXTRA_CA_CERTS</code> names that file.
        </span>
      </div>
      <CopyButton
        what="NODE_EXTRA_CA_CERTS line"
        copy={async () => void (await call.temporaryCopy(id, "ca"))}
      />
    </div>
  );
}
