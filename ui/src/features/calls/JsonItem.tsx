import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { MenuItem } from "@/kit/overlay/MenuItem";
import { toast } from "@/kit/overlay/toasts";
import { ACTIONS } from "./words";

interface JsonItemProps {
  value: unknown;
  /** What is said after it. */
  copied?: string;
}

/** "Copy as JSON" in a menu. */
export function JsonItem({ value, copied = ACTIONS.jsonCopied }: JsonItemProps) {
  const copy = () =>
    void writeClipboard(jsonText(value)).then(
      () => toast({ title: copied }),
      () => toast({ title: ACTIONS.notCopied, tone: "danger" }),
    );
  return (
    <MenuItem icon="copy" onSelect={copy}>
      {ACTIONS.json}
    </MenuItem>
  );
}
