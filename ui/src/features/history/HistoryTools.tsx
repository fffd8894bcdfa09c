import { useMutationSpec } from "@/data/mutation";
import { JsonItem } from "@/features/calls/JsonItem";
import type { ActivityFilter } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { CopyJson } from "@/kit/data/CopyJson";
import { Menu } from "@/kit/overlay/Menu";
import { MenuItem } from "@/kit/overlay/MenuItem";
import type { HistoryItem } from "./items";
import { exporting } from "./logActions";
import { copiedWords, shownWords, words } from "./words";

interface HistoryToolsProps {
  items: readonly HistoryItem[];
  /** Which of one's own actions are exported; nothing where none is shown. */
  filter: ActivityFilter | undefined;
  /** In one menu, where the filters need the room. */
  inMenu: boolean;
}

/** Takes what is shown elsewhere: as JSON to the clipboard, one's own actions to a file. */
export function HistoryTools({ items, filter, inMenu }: HistoryToolsProps) {
  const exports = useMutationSpec(exporting);
  if (items.length === 0) return null;
  const shown = items.map((item) => (item.kind === "operation" ? item.row : item.entry));
  if (inMenu) {
    return (
      <Menu
        trigger={
          <Button size="small" icon="download" busy={exports.underWay}>
            {words.export}
          </Button>
        }
      >
        <JsonItem value={shown} copied={copiedWords(shown.length)} />
        {filter && (
          <MenuItem icon="download" onSelect={() => void exports.start(filter)}>
            {words.exportActions}
          </MenuItem>
        )}
      </Menu>
    );
  }
  return (
    <>
      <CopyJson value={shown} label={shownWords(shown.length)} />
      {filter && (
        <Button
          size="small"
          icon="download"
          busy={exports.underWay}
          onClick={() => void exports.start(filter)}
        >
          {words.exportActions}
        </Button>
      )}
    </>
  );
}
