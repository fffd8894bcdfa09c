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
  /** What the click does, as the title over its text: actions.createProject.order. */
  title: string;
  tone?: ButtonTone;
  size?: "normal" | "small";
  /** What is shown, where it can be copied as JSON as well. Made into text only then. */
  json?: unknown;
}

/**
 * What a click would send, as text: for the footer of a dialog (before its buttons) and for forms. `call` is what the
 * form says now, unsent:
 *
 *     <CopyAsButton accountId={accountId} title={actions.createProject.order} call={{ kind: "createProject", create, psql: null }} />
 *
 * Its text opens over the form, which keeps what was typed. For a row's menu take `textActions` of `copying.ts`
 * (registered actions), for a menu of your own `CopyAsItems`.
 */
export function CopyAsButton(props: CopyAsButtonProps) {
  const { accountId, call, title, tone = "quiet", size = "normal", json } = props;
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
        <CopyAsItems accountId={accountId} call={call} onShow={() => setShown(true)} />
      </Menu>
      {shown && <CallText accountId={accountId} call={call} title={title} onClose={() => setShown(false)} />}
    </>
  );
}

interface CopyAsItemsProps extends CallSubject {
  /** Shows the text where it can be read; also taken when it cannot be copied. */
  onShow(): void;
}

/**
 * The items of an open menu: "Copy as curl", "Copy as CLI command" where the client has it, "Show as text…". The text is
 * worked out as the menu opens, so that a choice copies at once; why there is none stands under the items.
 */
function CopyAsItems({ accountId, call, onShow }: CopyAsItemsProps) {
  const text = useQuery(callTextQuery(accountId, call));
  const blocked = text.error ? viewOf(text.error).message : text.data ? undefined : ACTIONS.loading;
  const copy = (form: TextForm) => {
    const wanted = text.data?.[form];
    if (!wanted) return;
    writeClipboard(wanted).then(() => copiedAs(form), onShow);
  };
  const forms: readonly TextForm[] = hasCli(call) ? ["curl", "cli"] : ["curl"];
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
