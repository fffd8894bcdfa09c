import { counted } from "@/data/format";
import { ActionButton } from "@/kit/action/ActionButton";
import { TickedBar } from "@/kit/layout/TickedBar";
import type { KeyList } from "./useKeyList";

/** What can be done with all ticked keys at once. */
export function TickedKeysBar({ list: { ticked, subject } }: { list: KeyList }) {
  const { rows, hidden, clear } = ticked;
  return (
    <TickedBar
      label="Ticked keys"
      many={counted(rows.length, "key")}
      hidden={hidden}
      value={rows.map(({ key }) => key)}
      onClear={clear}
    >
      <ActionButton action="apiKeys.revokeTicked" context={{ apiKeys: subject }} tone="danger" icon="trash" />
    </TickedBar>
  );
}
