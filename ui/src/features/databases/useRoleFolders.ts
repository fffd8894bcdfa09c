import { useQuery } from "@tanstack/react-query";
import { folderListQuery } from "@/data/queries";
import type { FolderView } from "@/ipc/generated";
import { openDialog } from "@/kit/overlay/dialogs";
import { toast } from "@/kit/overlay/toasts";
import type { RoleSubject } from "./subjects";
import { FOLDERS } from "./words";

/** The project folders whose env file has this role's password, and what is offered once it is another one. */
export function useRoleFolders({ accountId, projectId, branchId, role }: RoleSubject) {
  const folders = useQuery(folderListQuery).data?.items ?? [];
  const names = folders.filter(hasIt).map(({ name }) => name);
  function hasIt({ state, settings: { source } }: FolderView): boolean {
    if (state !== "filled" || source.kind !== "branch") return false;
    const { request } = source;
    const isOfBranch = source.accountId === accountId && source.projectId === projectId;
    return isOfBranch && request.branchId === branchId && request.role === role.name;
  }
  /** The screen of folders says the same, for whoever comes later. */
  const offer = () => {
    if (names.length === 0) return;
    toast({
      title: FOLDERS.former(names),
      detail: FOLDERS.formerText,
      undo: { label: FOLDERS.review, run: () => openDialog({ dialog: "writeFolders" }) },
      stay: 0,
    });
  };
  return { names, offer };
}
