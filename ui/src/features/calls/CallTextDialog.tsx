import { unask } from "@/kit/overlay/asked";
import { CallText } from "./CallText";
import type { CallSubject } from "./places";

/** The dialog of the action "Show as text…". */
export function CallTextDialog(props: CallSubject & { title: string }) {
  return <CallText {...props} onClose={unask} />;
}
