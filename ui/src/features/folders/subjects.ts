import type { FolderView } from "@/ipc/generated";

declare module "@/kit/route/route" {
  interface Routes {
    folders: { id?: string };
  }
}

declare module "@/kit/action/action" {
  interface Subjects {
    folder: FolderView;
  }
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    /** `replace`: another database in place of the one that Plinth made. */
    ensureFolder: { id: string; replace: boolean };
    folderSettings: { id: string };
    removeFolder: { id: string };
    /** `paths`: folders that are searched at once. `file`: what is found in the files of that name is selected. */
    importFolders: { paths?: readonly string[]; file?: string };
    /** The env files that have a former connection string. */
    writeFolders: object;
  }
}
