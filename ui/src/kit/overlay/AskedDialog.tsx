import type { ReactNode } from "react";
import { type Asked, AskedContext, turnOf, useAsked } from "./asked";

interface AskedDialogProps {
  /** Draws one dialog of those that can be asked for. */
  show(asked: Asked): ReactNode;
}

/** The dialog that was asked for. One that is asked for anew begins anew: nothing typed into the last one is in it. */
export function AskedDialog({ show }: AskedDialogProps) {
  const asked = useAsked();
  if (!asked) return null;
  return (
    <AskedContext key={turnOf(asked)} value={asked}>
      {show(asked)}
    </AskedContext>
  );
}
