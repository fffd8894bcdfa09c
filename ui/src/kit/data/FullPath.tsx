import styles from "./FullPath.module.css";

/** Names from the outermost inwards; what is not known is left out. */
export type PathNames = ReadonlyArray<string | null | undefined>;

/** Where a thing is: what a question about it means beyond doubt. */
export function FullPath({ of }: { of: PathNames }) {
  return <p className={styles.path}>{of.filter(Boolean).join(" / ")}</p>;
}
