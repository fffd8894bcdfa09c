import { workKeys } from "@/data/keys";
import { useUnderWay } from "@/data/work";
import { ActionButton } from "@/kit/action/ActionButton";
import { EmptyState } from "@/kit/state/EmptyState";

/** The empty shelf says what it is for and offers the first database. */
export function NoDatabases() {
  const creating = useUnderWay(workKeys.create);
  return (
    <EmptyState
      icon="timer"
      title="No temporary database yet"
      actions={
        <>
          <ActionButton action="temporary.new" tone="primary" busy={creating} />
          <ActionButton action="temporary.import">Import one you have</ActionButton>
        </>
      }
    >
      One click makes a real PostgreSQL 17 database with its own connection string. It is gone after 72 hours,
      unless you claim it.
    </EmptyState>
  );
}
