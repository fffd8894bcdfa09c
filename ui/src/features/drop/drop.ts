import { addFolders } from "@/features/folders/adding";
import type { DraggedFiles } from "@/ipc/generated";
import type { Tools } from "@/kit/action/action";
import type { Registry } from "@/kit/action/registry";
import type { IconName } from "@/kit/icon/paths";
import { openDialog } from "@/kit/overlay/dialogs";
import { toast } from "@/kit/overlay/toasts";
import { DROP } from "./words";

/** What a drop does, and how it is said before. */
interface Drop {
  title: string;
  text: string;
  icon: IconName;
  /** Nothing is done with them. */
  isRefused: boolean;
  /** The action that does the same by click. */
  action: string;
  run(tools: Tools): void | Promise<void>;
}

/** What a drop of these files does now. Only folders are added at once, as by the dialog for folders; the rest asks first. */
export function dropOf(files: DraggedFiles, registry: Registry): Drop {
  switch (files.kind) {
    case "folders":
      return {
        ...DROP.folders,
        icon: "folderCode",
        isRefused: false,
        action: "folders.add",
        run: (tools) => addFolders(files.paths, tools),
      };
    case "envFile":
      return {
        ...DROP.envFile(files.name),
        icon: "file",
        isRefused: false,
        action: "folders.import",
        run: () => openDialog({ dialog: "importFolders", paths: [files.folder], file: files.name }),
      };
    case "sqlFile":
      return dropOfSql(files.path, files.name, registry);
    case "several":
    case "other":
      return {
        ...DROP[files.kind],
        icon: "alert",
        isRefused: true,
        action: "folders.add",
        run: () => {
          const { title, text } = DROP[files.kind];
          toast({ title, detail: text, tone: "danger" });
        },
      };
  }
}

/** On the temporary database that is open beside the list, where a file can run on it; else on a new one. */
function dropOfSql(path: string, name: string, registry: Registry): Drop {
  const context = registry.context();
  const seed = registry.find("temporary.seed");
  const row = context.temporary;
  const fits = row && seed?.when(context) && seed.blocked(context) === undefined;
  return {
    ...(fits ? DROP.sqlOn(name, row.name) : DROP.sqlOnNew(name)),
    icon: "seed",
    isRefused: false,
    action: fits ? "temporary.seed" : "temporary.options",
    run: () =>
      openDialog(
        fits ? { dialog: "seedTemporary", id: row.id, path } : { dialog: "temporaryOptions", seedPath: path },
      ),
  };
}
