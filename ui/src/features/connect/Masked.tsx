import styles from "./Connect.module.css";

/** A masked text with what is hidden, and what every string has after its `?`, drawn lighter. */
export function Masked({ text }: { text: string }) {
  return text.split(/(•+|\?[^\s'"]+)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <span key={index} className={styles.light}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
