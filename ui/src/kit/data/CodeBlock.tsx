import styles from "./CodeBlock.module.css";
import { CopyButton } from "./CopyButton";

interface CodeBlockProps {
  /** What the code is: "psql command". */
  label: string;
  code: string;
  copy?(code: string): Promise<void> | void;
  /** Long lines break instead of scrolling. */
  wrap?: boolean;
}

export function CodeBlock({ label, code, copy, wrap = false }: CodeBlockProps) {
  return (
    <figure className={styles.block} aria-label={label}>
      <pre className={wrap ? styles.wrap : styles.code} tabIndex={wrap ? undefined : 0} data-selectable>
        <code>{code}</code>
      </pre>
      {copy && (
        <div className={styles.row}>
          <CopyButton what={label} copy={() => copy(code)} />
        </div>
      )}
    </figure>
  );
}
