import { actionsOn } from "@/features/base/actions";
import { call } from "@/ipc/call";
import type { FolderView } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { addFolders } from "./adding";
import { ensureUnasked } from "./ensuring";
import { canEnsure, canReplace } from "./rows";
import { ACTIONS, ensureWords, LIST } from "./words";

const busy = (folder: FolderView) => (folder.busy ? ACTIONS.busy : undefined);

/** Everything that a button of the list or of a folder does. */
export const folderActions: readonly Action[] = [
  action({
    id: "folders.go",
    group: ACTIONS.goTo,
    title: LIST.title,
    icon: "folderCode",
    shortcut: "G F",
    keywords: "project folders env file",
    run: ({ router }) => router.go({ screen: "folders" }),
  }),
  action({
    id: "folders.add",
    group: ACTIONS.list,
    title: ACTIONS.add,
    icon: "plus",
    shortcut: "Mod+N",
    keysOn: ["folders"],
    keywords: "new directory env file",
    run: async (tools) => addFolders(await call({ kind: "folderPick", start: null }), tools),
  }),
  action({
    id: "folders.import",
    group: ACTIONS.list,
    title: ACTIONS.import,
    icon: "download",
    keywords: "scan env files claim links connection strings",
    run: () => openDialog({ dialog: "importFolders" }),
  }),
  action({
    id: "folders.write",
    group: ACTIONS.list,
    title: ACTIONS.write,
    icon: "refresh",
    keywords: "write all password reset branch host connection strings",
    run: () => openDialog({ dialog: "writeFolders" }),
  }),
  ...actionsOn({ about: "folder", group: ACTIONS.folder, blocked: busy }, [
    {
      id: "folder.ensure",
      title: ACTIONS.ensure,
      titleFor: ensureWords,
      icon: "database",
      shortcut: "E",
      keywords: "create database env file seed",
      when: canEnsure,
      run: ({ id, settings }, tools) =>
        settings.writeWithoutAsking
          ? ensureUnasked(id, tools)
          : openDialog({ dialog: "ensureFolder", id, replace: false }),
    },
    {
      id: "folder.replace",
      title: ACTIONS.replace,
      icon: "refresh",
      keywords: "expired new database",
      when: canReplace,
      run: ({ id }) => openDialog({ dialog: "ensureFolder", id, replace: true }),
    },
    {
      id: "folder.claim",
      title: ACTIONS.claim,
      icon: "claim",
      keywords: "keep account",
      when: ({ state, temporaryId }) => state === "expiring" && temporaryId !== null,
      run: ({ temporaryId }) =>
        temporaryId !== null && openDialog({ dialog: "claimTemporary", id: temporaryId }),
    },
    {
      id: "folder.database",
      title: ACTIONS.database,
      icon: "arrowRight",
      when: ({ temporaryId }) => temporaryId !== null,
      blocked: () => undefined,
      run: ({ temporaryId }, { router }) =>
        temporaryId !== null && router.go({ screen: "temporary", id: temporaryId }),
    },
    {
      id: "folder.settings",
      title: ACTIONS.settings,
      icon: "gear",
      shortcut: "F2",
      keywords: "env file variable prefix referrer seed source",
      run: ({ id }) => openDialog({ dialog: "folderSettings", id }),
    },
    { id: "folder.copyPath", title: ACTIONS.copyPath, text: ({ path }) => path, copied: ACTIONS.pathCopied },
  ]),
  ...actionsOn({ about: "folder", group: ACTIONS.entry, blocked: busy }, [
    {
      id: "folder.remove",
      title: ACTIONS.remove,
      icon: "trash",
      shortcut: "Delete",
      danger: true,
      keywords: "forget delete",
      run: ({ id }) => openDialog({ dialog: "removeFolder", id }),
    },
  ]),
];
