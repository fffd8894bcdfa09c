import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { viewOf } from "@/data/errors";
import { Button, type ButtonTone } from "@/kit/control/Button";
import { writeClipboard } from "@/kit/data/clipboard";
import { Menu } from "@/kit/overlay/Menu";
import { MenuItem } from "@/kit/overlay/MenuItem";
import { CallText } from "./CallText";
import { type CallSubject, copiedAs, hasCli, type TextForm } from "./copying";
import { JsonItem } from "./JsonItem";
import { callTextQuery } from "./queries";
import { ACTIONS } from "./words";

interface CopyAsButtonProps extends CallSubject {
  tone?: ButtonTone;
  size?: "normal" | "small";
  /** The value that is shown, where it can be copied as JSON as well. Made into text only then. */
  json?: unknown;
}

/**
 * Copies or shows as text what a click would send: for the footer of a dialog (before its buttons) and for forms.
 * `operation` holds what the form has now, unsent:
 *
 *     <CopyAsButton title={actions.createProject.order} operation={{ kind: "projectCreate", accountId, create }} />
 *
 * The text opens over the form, which keeps what was typed. For a row's menu use `textActions` of `copying.ts`
 * (registered actions), for a menu of your own `CopyAsItems`.
 */
export function CopyAsButton({ tone = "quiet", size = "normal", json, ...subject }: CopyAsButtonProps) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button tone={tone} size={size} icon="terminal">
            {ACTIONS.copyAs}
          </Button>
        }
      >
        {json !== undefined && <JsonItem value={json} />}
        <CopyAsItems {...subject} onShow={() => setShown(true)} />
      </Menu>
      {shown && <CallText {...subject} onClose={() => setShown(false)} />}
    </>
  );
}

interface CopyAsItemsProps extends CallSubject {
  /** Shows the text where it can be read; also called when the text can't be copied. */
  onShow(): void;
}

/**
 * The items of an open menu: "Copy as curl", "Copy as CLI command" where the client has it, "Show as text…". The text is
 * made as the menu opens, so that a choice copies at once; the reason why there is no text stands under the items.
 */
function CopyAsItems({ onShow, ...subject }: CopyAsItemsProps) {
  const text = useQuery(callTextQuery(subject));
  const blocked = text.error ? viewOf(text.error).message : text.data ? undefined : ACTIONS.loading;
  const copy = (form: TextForm) => {
    const wanted = text.data?.[form];
    if (!wanted) return;
    writeClipboard(wanted).then(() => copiedAs(form), onShow);
  };
  const forms: readonly TextForm[] = hasCli(subject.operation) ? ["curl", "cli"] : ["curl"];
  return (
    <>
      {forms.map((form) => (
        <MenuItem
          key={form}
          icon="copy"
          blocked={blocked ?? (text.data?.[form] === null ? ACTIONS.notAll : undefined)}
          onSelect={() => copy(form)}
        >
          {ACTIONS[form]}
        </MenuItem>
      ))}
      <MenuItem icon="file" onSelect={onShow}>
        {ACTIONS.show}
      </MenuItem>
    </>
  );
}
