import { useQuery } from "@tanstack/react-query";
import { rotationsQuery } from "@/data/queries";
import { Button } from "@/kit/control/Button";
import { ask } from "@/kit/overlay/asked";
import { Notice } from "@/kit/state/Notice";
import { canUndo, isOver } from "./rotation";

/** Before an account goes whose key is changed for a new one: with it goes the only way to revoke what is left over. */
export function UnderRotation({ accountId }: { accountId: string }) {
  const all = useQuery(rotationsQuery).data;
  const rotation = all?.find((each) => each.accountId === accountId && !isOver(each));
  if (!rotation || rotation.isRevoked) return null;
  const { id, step, oldName, newName } = rotation;
  const left = step === "revoke" ? (oldName ?? "its former key") : newName;
  return (
    <Notice
      tone="warning"
      title="Its key is being rotated"
      testId="under-rotation"
      actions={
        <Button size="small" onClick={() => ask({ dialog: "rotation", id })}>
          Show the rotation…
        </Button>
      }
    >
      Removed now, a second key may stay valid at the platform: {left}.{" "}
      {canUndo(rotation)
        ? "Resume the rotation or undo it first"
        : "Wait for the rotation or resume it first"}
      , or revoke that key there.
    </Notice>
  );
}
