import { viewOf } from "@/data/errors";
import { perform } from "@/data/work";
import type { Tools } from "@/kit/action/action";
import { toast } from "@/kit/overlay/toasts";
import { lookAgain, recoveringOf } from "./mutations";
import type { ProjectRef } from "./places";

/** Brings a project back and offers to open it. One that is gone by now is looked for in the list again. */
export async function recover(ref: ProjectRef, name: string, { client, router }: Tools): Promise<void> {
  try {
    const project = await perform(client, recoveringOf(ref), undefined);
    if (!project) return;
    const open = () => router.go({ screen: "project", account: ref.accountId, id: project.id });
    toast({ title: `${project.name || name} is back`, undo: { label: "Open", run: open } });
  } catch (error) {
    if (viewOf(error).code === "notFound") lookAgain(client, ref.accountId);
    throw error;
  }
}
