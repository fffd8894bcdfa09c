import type { Asked } from "@/kit/overlay/asked";
import { CreateProjectDialog } from "./CreateProjectDialog";
import { DeleteProjectDialog } from "./DeleteProjectDialog";
import { RenameProjectDialog } from "./RenameProjectDialog";

type ProjectAsked = Extract<Asked, { dialog: "createProject" | "renameProject" | "deleteProject" }>;

/** The dialogs about projects. */
export function ProjectDialogs({ asked }: { asked: ProjectAsked }) {
  switch (asked.dialog) {
    case "createProject":
      return <CreateProjectDialog accountId={asked.accountId} />;
    case "renameProject":
      return <RenameProjectDialog accountId={asked.accountId} project={asked.project} />;
    case "deleteProject":
      return <DeleteProjectDialog accountId={asked.accountId} project={asked.project} />;
  }
}
