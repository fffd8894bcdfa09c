import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { temporaryListQuery } from "@/data/queries";
import { EnvDialog } from "@/features/envFile/EnvDialog";
import { CopyDialog } from "@/features/save/CopyDialog";
import { SaveDialog } from "@/features/save/SaveDialog";
import { SeedDialog } from "@/features/seed/SeedDialog";
import type { TemporaryView } from "@/ipc/generated";
import type { DialogComponents } from "@/kit/overlay/dialogs";
import { ClaimDialog } from "./ClaimDialog";
import { DeleteDialog } from "./DeleteDialog";
import { ForgetDialog } from "./ForgetDialog";
import { ImportDialog } from "./ImportDialog";
import { KeychainDialog } from "./KeychainDialog";
import { OptionsDialog } from "./OptionsDialog";
import { RenameDialog } from "./RenameDialog";

/** One about a row shows it as it stands now, and goes when the row does. */
const aboutRow = <More,>(Shown: (about: { row: TemporaryView; dialog: More }) => ReactNode) =>
  function AboutRow(dialog: More & { id: string }) {
    const row = useQuery(temporaryListQuery).data?.items.find(({ id }) => id === dialog.id);
    return row && <Shown row={row} dialog={dialog} />;
  };

export const temporaryDialogs = {
  temporaryOptions: OptionsDialog,
  importTemporary: ImportDialog,
  keychain: KeychainDialog,
  deleteTemporary: aboutRow(DeleteDialog),
  forgetTemporary: aboutRow(ForgetDialog),
  renameTemporary: aboutRow(RenameDialog),
  claimTemporary: aboutRow(ClaimDialog),
  seedTemporary: aboutRow<{ path?: string }>(({ row, dialog: { path } }) => (
    <SeedDialog row={row} path={path} />
  )),
  saveTemporary: aboutRow(SaveDialog),
  copyTemporary: aboutRow(CopyDialog),
  writeEnv: aboutRow<{ path: string | null }>(({ row: { id, name, env }, dialog: { path } }) => (
    <EnvDialog subject={{ source: { kind: "temporary", id }, name, envKey: env?.key }} path={path} />
  )),
  writeConnection: ({ source, name, isSet }) => (
    <EnvDialog subject={{ source, name, envKey: undefined, isSet }} path={null} />
  ),
} satisfies Partial<DialogComponents>;
