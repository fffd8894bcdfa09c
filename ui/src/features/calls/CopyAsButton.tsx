import { useState } from "react";
import { Button, type ButtonTone } from "@/kit/control/Button";
import { Menu } from "@/kit/overlay/Menu";
import { CallText } from "./CallText";
import { CopyAsItems } from "./CopyAsItems";
import type { CallSubject } from "./places";

interface CopyAsButtonProps extends CallSubject {
  /** What the click does, as the title over its text: "Create project". */
  title: string;
  tone?: ButtonTone;
  size?: "normal" | "small";
}

/**
 * What a click would send, as text: for the footer of a dialog (before its buttons) and for forms. `call` is what the
 * form says now, unsent:
 *
 *     <CopyAsButton accountId={accountId} title="Create project" call={{ kind: "createProject", create, psql: null }} />
 *
 * Its text opens over the form, which keeps what was typed. For a row's menu take `textActions` of `copying.ts`
 * (registered actions), for a menu of your own `CopyAsItems`.
 */
export function CopyAsButton({ accountId, call, title, tone = "quiet", size = "normal" }: CopyAsButtonProps) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button tone={tone} size={size} icon="terminal">
            Copy as…
          </Button>
        }
      >
        <CopyAsItems accountId={accountId} call={call} onShow={() => setShown(true)} />
      </Menu>
      {shown && <CallText accountId={accountId} call={call} title={title} onClose={() => setShown(false)} />}
    </>
  );
}
