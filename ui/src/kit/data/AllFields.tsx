import type { ReactNode } from "react";
import { IconButton } from "@/kit/control/IconButton";
import { Fold } from "@/kit/layout/Fold";
import { VALUE } from "@/kit/words";
import styles from "./AllFields.module.css";
import { writeClipboard } from "./clipboard";
import { useCopied } from "./useCopied";

/** One value that is known of a thing, as it was reported. */
export interface RawField {
  label: string;
  /** What is copied, exactly; null where nothing is known. */
  value: string | null;
  /** How it is shown, where that is not the value itself. */
  shown?: ReactNode;
  /** Copies what may not be shown, in place of the value. */
  copy?(): Promise<void>;
}

interface AllFieldsProps {
  fields: readonly RawField[];
  /** The words of the fold. */
  label?: string;
}

/** Everything that is known of a thing, folded: each value with a button that copies it. */
export function AllFields({ fields, label = VALUE.all }: AllFieldsProps) {
  return (
    <Fold label={label}>
      <dl aria-label={label}>
        {fields.map((field) => (
          <div key={field.label} className={styles.field}>
            <dt className="ui-faint">{field.label}</dt>
            <dd className={styles.value}>
              <Value {...field} />
            </dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}

function Value({ label, value, shown, copy }: RawField) {
  if (value === null) {
    return (
      <>
        <span aria-hidden="true" title={VALUE.notReported} className="ui-faint">
          –
        </span>
        <span className="visually-hidden">{VALUE.notReported}</span>
      </>
    );
  }
  return (
    <>
      {shown ?? (
        <span className={styles.text} data-selectable>
          {value}
        </span>
      )}
      {value !== "" && <CopyValue label={label} copy={copy ?? (() => writeClipboard(value))} />}
    </>
  );
}

function CopyValue({ label, copy }: { label: string; copy(): Promise<void> }) {
  const [state, run] = useCopied(copy);
  const icon = { idle: "copy", copied: "check", failed: "alert" } as const;
  const words = { idle: VALUE.copyNamed(label), copied: VALUE.copied(label), failed: VALUE.notCopied(label) };
  return (
    <span className={styles.copy} data-copied={state !== "idle" || undefined}>
      <IconButton icon={icon[state]} label={words[state]} size="small" onClick={run} />
      <span role="status" className="visually-hidden">
        {state !== "idle" && words[state]}
      </span>
    </span>
  );
}
