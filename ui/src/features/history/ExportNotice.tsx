import { useMutationState, useQueryClient } from "@tanstack/react-query";
import { useFailure } from "@/data/mutation";
import { MutationRefusal } from "@/features/base/Failure";
import { Button } from "@/kit/control/Button";
import { FilePath } from "@/kit/data/FilePath";
import { Notice } from "@/kit/state/Notice";
import { type Exported, exporting } from "./logActions";
import { DETAIL, exportedWords, words } from "./words";

/** What became of the last export: how many actions are where, or why there are none. */
export function ExportNotice() {
  const client = useQueryClient();
  const failure = useFailure(exporting.key);
  const done = useMutationState<Exported | null>({
    filters: { mutationKey: exporting.key, exact: true, status: "success" },
    select: ({ state }) => exportedOf(state.data),
  }).at(-1);
  const dismiss = () => {
    const cache = client.getMutationCache();
    for (const each of cache.findAll({ mutationKey: exporting.key, exact: true })) cache.remove(each);
  };
  if (failure) {
    return <MutationRefusal failure={failure} title={words.exportFailed} dismissible />;
  }
  if (!done) return null;
  return (
    <Notice
      tone="ok"
      role="status"
      actions={
        <Button size="small" tone="quiet" onClick={dismiss}>
          {DETAIL.dismiss}
        </Button>
      }
    >
      {exportedWords(done.count)} <FilePath path={done.path} />.
    </Notice>
  );
}

/** The cache of works knows nothing of their types. */
function exportedOf(data: unknown): Exported | null {
  if (typeof data !== "object" || data === null || !("count" in data) || !("path" in data)) return null;
  const { count, path } = data;
  return typeof count === "number" && typeof path === "string" ? { count, path } : null;
}
