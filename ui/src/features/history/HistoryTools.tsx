import { useMutationSpec } from "@/data/mutation";
import type { ActivityFilter } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { CopyJson } from "@/kit/data/CopyJson";
import type { HistoryItem } from "./items";
import { exporting } from "./logActions";
import { shownWords, words } from "./words";

interface HistoryToolsProps {
  items: readonly HistoryItem[];
  /** Which of one's own actions are exported; nothing where none is shown. */
  filter: ActivityFilter | undefined;
}

/** Takes what is shown elsewhere: as JSON to the clipboard, one's own actions to a file. */
export function HistoryTools({ items, filter }: HistoryToolsProps) {
  const exports = useMutationSpec(exporting);
  if (items.length === 0) return null;
  const shown = items.map((item) => (item.kind === "operation" ? item.row : item.entry));
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
