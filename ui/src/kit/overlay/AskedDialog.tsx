import type { ReactNode } from "react";
import { type Asked, AskedContext, turnOf, unask, unaskAbove, useAsked, useAskedAbove } from "./asked";

interface AskedDialogProps {
  /** Draws one dialog of those that can be asked for. `close` closes it whatever became of what is drawn. */
  show(asked: Asked, close: () => void): ReactNode;
}

/**
 * The dialog that was asked for, and the one over it. One that is asked for anew begins anew: nothing typed into the
 * last one is in it.
 */
export function AskedDialog({ show }: AskedDialogProps) {
  const asked = useAsked();
  const above = useAskedAbove();
  return (
    <>
      {asked && (
        <AskedContext key={`asked-${turnOf(asked)}`} value={asked}>
          {show(asked, unask)}
        </AskedContext>
      )}
      {above && (
        <AskedContext key={`above-${turnOf(above)}`} value={above}>
          {show(above, unaskAbove)}
        </AskedContext>
      )}
    </>
  );
}
