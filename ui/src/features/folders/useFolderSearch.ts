import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { folderListQuery } from "@/data/queries";
import { useActionSurroundings, useSearchSource } from "@/kit/action/useActions";
import { canEnsure } from "./rows";
import { ACTIONS, detailWords, ensureWords, LIST } from "./words";

/** Lets the palette find project folders by name, path or variable, and give one its database from anywhere. */
export function useFolderSearch(): void {
  const client = useQueryClient();
  const { registry, tools } = useActionSurroundings();
  const found = useCallback(
    () =>
      (client.getQueryData(folderListQuery.queryKey)?.items ?? []).map((folder) => ({
        id: folder.id,
        title: folder.name,
        detail: detailWords(folder),
        icon: "folderCode" as const,
        keywords: folder.path,
        run: () => tools.router.go({ screen: "folders", id: folder.id }),
      })),
    [client, tools],
  );
  const ensured = useCallback(
    () =>
      (client.getQueryData(folderListQuery.queryKey)?.items ?? [])
        .filter((folder) => canEnsure(folder) && !folder.busy)
        .map((folder) => ({
          id: `ensure-${folder.id}`,
          title: ensureWords(folder),
          detail: folder.path,
          icon: "database" as const,
          keywords: folder.path,
          run: () => registry.find("folder.ensure")?.run({ folder }, tools),
        })),
    [client, registry, tools],
  );
  useSearchSource(LIST.title, found);
  useSearchSource(ACTIONS.folder, ensured);
}
