import type { DialogComponents } from "@/kit/overlay/dialogs";
import { CreateProjectDialog } from "./CreateProjectDialog";
import { DeleteProjectDialog } from "./DeleteProjectDialog";
import { RenameProjectDialog } from "./RenameProjectDialog";

export const projectDialogs = {
  createProject: CreateProjectDialog,
  renameProject: RenameProjectDialog,
  deleteProject: DeleteProjectDialog,
} satisfies Partial<DialogComponents>;
