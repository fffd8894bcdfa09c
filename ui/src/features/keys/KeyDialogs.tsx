import type { Asked } from "@/kit/overlay/asked";
import { CreateKeyDialog } from "./CreateKeyDialog";
import { LostKeyDialog } from "./LostKeyDialog";
import { RevokeKeyDialog } from "./RevokeKeyDialog";
import { RotateKeyDialog } from "./RotateKeyDialog";
import { RotationDialog } from "./RotationDialog";
import { SaveKeyDialog } from "./SaveKeyDialog";

type KeyAsked = Extract<
  Asked,
  { dialog: "createKey" | "saveKey" | "lostKey" | "revokeKey" | "rotateKey" | "rotation" }
>;

/** The dialogs about API keys. */
export function KeyDialogs({ asked }: { asked: KeyAsked }) {
  switch (asked.dialog) {
    case "createKey":
      return <CreateKeyDialog at={asked.at} />;
    case "saveKey":
      return <SaveKeyDialog heldId={asked.heldId} keyName={asked.keyName} />;
    case "lostKey":
      return <LostKeyDialog lost={asked.lost} />;
    case "revokeKey":
      return <RevokeKeyDialog subject={asked.subject} />;
    case "rotateKey":
      return <RotateKeyDialog accountId={asked.accountId} />;
    case "rotation":
      return <RotationDialog id={asked.id} />;
  }
}
