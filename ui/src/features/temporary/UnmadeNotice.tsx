import { workKeys } from "@/data/keys";
import { useUnderWay } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Notice } from "@/kit/state/Notice";
import { ElsewhereButton } from "./CreateFailure";
import { createAgain } from "./create";
import { keychainUnasked } from "./keychainUnasked";
import { LookAgain } from "./LookAgain";

/** A database that was not made, or of which nobody here knows whether it was. */
export function UnmadeNotice({ row }: { row: TemporaryView }) {
  const unasked = keychainUnasked(row);
  if (unasked) {
    return (
      <Failure
        title="Whether it was created is in the keychain, which cannot be read"
        error={unasked}
        actions={<LookAgain />}
      />
    );
  }
  if (row.state === "unclear") {
    return (
      <Notice
        tone="warning"
        title="It may have been created"
        testId="unclear-notice"
        actions={<ActionButton action="temporary.new" size="small" />}
      >
        The reply of {row.placeLabel} was lost, so the request may or may not have done its work. If a
        database was made, it cannot be reached from here and goes by itself after 72 hours. It is safe to
        create another one and to forget this row.
      </Notice>
    );
  }
  return <NotMade row={row} />;
}

function NotMade({ row }: { row: TemporaryView }) {
  const { tools } = useActionSurroundings();
  const creating = useUnderWay(workKeys.create);
  const ways = (
    <>
      <Button
        size="small"
        icon="refresh"
        busy={creating}
        // What is refused again is shown above the list, with the same ways out.
        onClick={() => void createAgain(row, tools).catch(() => {})}
      >
        Try again
      </Button>
      <ElsewhereButton />
    </>
  );
  if (row.checkError) return <Failure title="Not created" error={row.checkError} actions={ways} />;
  return (
    <Notice tone="danger" title="Not created" actions={ways}>
      {row.placeLabel} made no database. The activity log says why.
    </Notice>
  );
}
