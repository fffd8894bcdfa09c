import { perform } from "@/data/mutation";
import { folderListQuery } from "@/data/queries";
import type { Tools } from "@/kit/action/action";
import { toast } from "@/kit/overlay/toasts";
import { adding } from "./mutations";
import { ADDED } from "./words";

/** Adds folders with the usual settings, and selects the last of them: also one that is in the list already. */
export async function addFolders(paths: readonly string[], { client, router }: Tools): Promise<void> {
  if (paths.length === 0) return;
  const known = client.getQueryData(folderListQuery.queryKey)?.items.map(({ id }) => id) ?? [];
  if (router.current().screen !== "folders") router.go({ screen: "folders" });
  const added = await perform(client, adding, paths);
  const last = added?.at(-1);
  if (!added || !last) return;
  router.go({ screen: "folders", id: last.id }, { replace: true });
  const news = added.filter(({ id }) => !known.includes(id));
  toast({ title: news.length === 0 ? ADDED.known(last.name) : ADDED.title(news.map(({ name }) => name)) });
}
