import { useQuery } from "@tanstack/react-query";
import type { FolderView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Notice } from "@/kit/state/Notice";
import { canBeFormer, staleQuery } from "./queries";
import { FORMER } from "./words";

/** Says which folders have an old connection string. Only where a folder's database is that of a project, the platform is asked. */
export function FormerNotice({ folders }: { folders: readonly FolderView[] }) {
  const stale = useQuery({ ...staleQuery, enabled: folders.some(canBeFormer) });
  const count = stale.data?.filter(({ env }) => env !== null).length ?? 0;
  if (count === 0) return null;
  return (
    <Notice
      tone="warning"
      title={FORMER.title(count)}
      testId="former-strings"
      actions={
        <ActionButton action="folders.write" size="small">
          {FORMER.review}
        </ActionButton>
      }
    >
      {FORMER.text}
    </Notice>
  );
}
