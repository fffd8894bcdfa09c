import type { TemporaryView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Notice } from "@/kit/state/Notice";

/** A database that is over, in its time or before it. */
export function EndNotice({ row }: { row: TemporaryView }) {
  const forget = <ActionButton action="temporary.forget" context={{ temporary: row }} size="small" />;
  if (row.state === "gone") {
    return (
      <Notice tone="danger" title="Gone before its time" actions={forget}>
        {row.placeLabel} does not know this database any more.
      </Notice>
    );
  }
  return (
    <Notice tone="plain" icon="timer" title="Its 72 hours are over" actions={forget}>
      The database is gone with its data.
    </Notice>
  );
}
