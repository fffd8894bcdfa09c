import type { ServerView } from "@/ipc/generated";
import { Tooltip } from "@/kit/overlay/Tooltip";
import { Link } from "@/kit/route/Link";
import styles from "./Sandbox.module.css";

/** The name leads to the shelf when the database is on it. */
export function ServerName({ server }: { server: ServerView }) {
  const name = <span>{server.name}</span>;
  if (server.temporaryId === null) return <Tooltip text="Not on the shelf">{name}</Tooltip>;
  return (
    <Link to={{ screen: "temporary", id: server.temporaryId }} className={styles.link ?? ""}>
      {server.name}
    </Link>
  );
}
