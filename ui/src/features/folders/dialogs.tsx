import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { folderListQuery } from "@/data/queries";
import type { FolderView } from "@/ipc/generated";
import type { DialogComponents } from "@/kit/overlay/dialogs";
import { EnsureDialog } from "./EnsureDialog";
import { ImportFoldersDialog } from "./ImportFoldersDialog";
import { RemoveFolderDialog } from "./RemoveFolderDialog";
import { SettingsDialog } from "./SettingsDialog";
import { WriteFoldersDialog } from "./WriteFoldersDialog";

/** One about a folder shows it as it stands now, and goes when the folder does. */
const aboutFolder = <More,>(Shown: (about: { folder: FolderView; dialog: More }) => ReactNode) =>
  function AboutFolder(dialog: More & { id: string }) {
    const folder = useQuery(folderListQuery).data?.items.find(({ id }) => id === dialog.id);
    return folder && <Shown folder={folder} dialog={dialog} />;
  };

export const folderDialogs = {
  ensureFolder: aboutFolder<{ replace: boolean }>(({ folder, dialog: { replace } }) => (
    <EnsureDialog folder={folder} replace={replace} />
  )),
  folderSettings: aboutFolder(SettingsDialog),
  removeFolder: aboutFolder(RemoveFolderDialog),
  importFolders: ImportFoldersDialog,
  writeFolders: WriteFoldersDialog,
} satisfies Partial<DialogComponents>;
