import { useQuery } from "@tanstack/react-query";
import { viewOf } from "@/data/errors";
import { writeClipboard } from "@/kit/data/clipboard";
import { MenuItem } from "@/kit/overlay/MenuItem";
import { copiedAs, FORM_WORDS, hasCli, NOT_ALL, type TextForm } from "./copying";
import type { CallSubject } from "./places";
import { callTextQuery } from "./queries";

interface CopyAsItemsProps extends CallSubject {
  /** Shows the text where it can be read; also taken when it cannot be copied. */
  onShow(): void;
}

/**
 * The items of an open menu: "Copy as curl", "Copy as CLI command" where the client has it, "Show as text…". The text is
 * worked out as the menu opens, so that a choice copies at once; why there is none stands under the items.
 */
export function CopyAsItems({ accountId, call, onShow }: CopyAsItemsProps) {
  const text = useQuery(callTextQuery(accountId, call));
  const blocked = text.error ? viewOf(text.error).message : text.data ? undefined : "Being worked out";
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
          blocked={blocked ?? (text.data?.[form] === null ? NOT_ALL : undefined)}
          onSelect={() => copy(form)}
        >
          Copy as {FORM_WORDS[form]}
        </MenuItem>
      ))}
      <MenuItem icon="file" onSelect={onShow}>
        Show as text…
      </MenuItem>
    </>
  );
}
