import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { sandboxQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { DeletedItemView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { cx } from "@/kit/cx";
import { formatBytes } from "@/kit/data/bytes";
import { purging } from "./mutations";
import { deletedItemsQuery } from "./queries";
import styles from "./Sandbox.module.css";
import { PURGE } from "./words";

/** Lists the deleted projects and branches and deletes them for good. Typing the word is asked because none can be recovered then. */
export function PurgeDialog() {
  const deleted = useQuery(deletedItemsQuery);
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const items = deleted.data ?? [];
  const form = useForm(purging, { input: () => items.map(({ id }) => id) });
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  return (
    <CallFormDialog
      form={form}
      title={PURGE.title}
      submit={PURGE.confirm(items)}
      danger
      disabled={items.length === 0 || typed.trim().toLowerCase() !== PURGE.word}
      disposable
      leavable
      initialFocus={field}
    >
      <ReadFailure query={deleted} title={PURGE.unread} />
      {deleted.data && <p>{PURGE.text(items, formatBytes(bytes))}</p>}
      {items.length > 0 && <DeletedItems items={items} />}
      <Field label={PURGE.field}>
        <TextInput ref={field} value={typed} onChange={setTyped} />
      </Field>
    </CallFormDialog>
  );
}

function DeletedItems({ items }: { items: readonly DeletedItemView[] }) {
  const ahead = useQuery(sandboxQuery).data?.running?.clockOffsetMs ?? 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keys
    <section className={cx(styles.goes, styles.scrolls)} aria-label={PURGE.list} tabIndex={0}>
      <ul aria-label={PURGE.list}>
        {items.map((item) => (
          <li key={item.id} title={item.id}>
            {PURGE.item(item)}
            <span className={styles.quiet}>
              {` · ${formatBytes(item.bytes)} · ${PURGE.expires} `}
              <Instant at={item.recoverableUntil} clock={{ ahead }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
