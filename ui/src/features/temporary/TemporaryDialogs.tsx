import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { shelfQuery } from "@/data/queries";
import { EnvDialog } from "@/features/envFile/EnvDialog";
import type { EnvSubject } from "@/features/envFile/useEnvDraft";
import { SeedDialog } from "@/features/seed/SeedDialog";
import type { TemporaryView } from "@/ipc/generated";
import type { Asked } from "@/kit/overlay/asked";
import { ClaimDialog } from "./ClaimDialog";
import { ForgetDialog } from "./ForgetDialog";
import { ImportDialog } from "./ImportDialog";
import { OptionsDialog } from "./OptionsDialog";
import { RenameDialog } from "./RenameDialog";

type RowAsked = Extract<
  Asked,
  { dialog: "forgetTemporary" | "renameTemporary" | "claimTemporary" | "writeEnv" | "seedTemporary" }
>;

type TemporaryAsked = RowAsked | Extract<Asked, { dialog: "temporaryOptions" | "importTemporary" }>;

/** The dialogs about temporary databases. One about a row shows it as it stands now, and goes when the row does. */
export function TemporaryDialogs({ asked }: { asked: TemporaryAsked }) {
  switch (asked.dialog) {
    case "temporaryOptions":
      return <OptionsDialog place={asked.place} />;
    case "importTemporary":
      return <ImportDialog />;
    default:
      return <RowDialog id={asked.id}>{(row) => <OfRow asked={asked} row={row} />}</RowDialog>;
  }
}

function OfRow({ asked, row }: { asked: RowAsked; row: TemporaryView }) {
  switch (asked.dialog) {
    case "forgetTemporary":
      return <ForgetDialog row={row} />;
    case "renameTemporary":
      return <RenameDialog row={row} />;
    case "claimTemporary":
      return <ClaimDialog row={row} />;
    case "writeEnv":
      return <EnvDialog subject={envSubjectOf(row)} path={asked.path} />;
    case "seedTemporary":
      return <SeedDialog row={row} />;
  }
}

function envSubjectOf({ id, name, env }: TemporaryView): EnvSubject {
  return { source: { kind: "temporary", id }, name, envKey: env?.key };
}

interface RowDialogProps {
  id: string;
  /** The dialog about the row, as the row stands now. */
  children(row: TemporaryView): ReactNode;
}

/** A dialog about one row of the shelf; it goes when the row does. */
function RowDialog({ id, children }: RowDialogProps) {
  const shelf = useQuery(shelfQuery);
  const row = shelf.data?.items.find((each) => each.id === id);
  return row ? children(row) : null;
}
