import type { DialogComponents } from "@/kit/overlay/dialogs";
import { CreateKeyDialog } from "./CreateKeyDialog";
import { LostKeyDialog } from "./LostKeyDialog";
import { RevokeKeyDialog } from "./RevokeKeyDialog";
import { RotateKeyDialog } from "./RotateKeyDialog";
import { RotationDialog } from "./RotationDialog";
import { SaveKeyDialog } from "./SaveKeyDialog";

export const keyDialogs = {
  createKey: CreateKeyDialog,
  saveKey: SaveKeyDialog,
  lostKey: LostKeyDialog,
  revokeKey: RevokeKeyDialog,
  rotateKey: RotateKeyDialog,
  rotation: RotationDialog,
} satisfies Partial<DialogComponents>;
