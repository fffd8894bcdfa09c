import { failureText } from "@/data/errors";
import { RequestId } from "@/features/base/FailureNotice";
import type { BulkItemView } from "@/ipc/generated";
import { LookPill } from "@/kit/data/Pill";
import styles from "./Bulk.module.css";
import { itemLook, PLAN } from "./words";

interface BulkItemsProps {
  label: string;
  items: readonly BulkItemView[];
  /** Without what came of each: before it is begun. */
  plain?: boolean;
}

/** Each project with what came of it, and what to do about what failed. */
export function BulkItems({ label, items, plain = false }: BulkItemsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keys
    <ul className={styles.items} aria-label={label} tabIndex={0}>
      {items.map((item) => (
        <Item key={item.itemId} item={item} plain={plain} />
      ))}
    </ul>
  );
}

/** A number alone says nothing; an id of words speaks for itself. */
const idWords = (id: string) => (/^\d+$/.test(id) ? PLAN.id(id) : id);

function Item({ item: { itemId, name, state, error }, plain }: { item: BulkItemView; plain: boolean }) {
  const look = itemLook(state);
  return (
    <li className={styles.item} data-testid="bulk-item" data-state={state}>
      <span className={styles.name}>
        <b>{name}</b>
        {name !== itemId && <span className={styles.id}>{idWords(itemId)}</span>}
      </span>
      {!plain && <LookPill look={look} />}
      {error && (
        <span className={styles.why}>
          {failureText(error)}
          {error.requestId && <RequestId id={error.requestId} />}
        </span>
      )}
    </li>
  );
}
