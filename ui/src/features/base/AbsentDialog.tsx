import type { UseQueryResult } from "@tanstack/react-query";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog } from "@/kit/overlay/dialogs";
import { Skeleton } from "@/kit/state/Skeleton";
import { ReadFailure } from "./Failure";

interface AbsentDialogProps {
  /** The list that it was looked for in. */
  list: UseQueryResult<unknown, Error>;
  words: { title: string; loading: string; failed?: string; gone: string };
  size?: "small" | "normal";
}

/** In place of a dialog about one of a list that is not in it: not read yet, not to be read, or gone meanwhile. */
export function AbsentDialog({ list, words, size = "normal" }: AbsentDialogProps) {
  const { title, loading, failed, gone } = words;
  return (
    <Dialog open onClose={closeDialog} size={size} title={title}>
      {list.isPending && <Skeleton label={loading} shape="text" count={2} />}
      <ReadFailure query={list} {...(failed !== undefined && { title: failed })} />
      {list.data !== undefined && <p>{gone}</p>}
    </Dialog>
  );
}
