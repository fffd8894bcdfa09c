import { keys } from "@/data/keys";
import { projectQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { ProjectView } from "@/ipc/generated";

/** Brings a deleted project back, and is done when it is shown as it is now: until then nobody asks twice. */
export const recoveringOf = (accountId: string, projectId: string): Work<ProjectView, void> => ({
  key: ["project", "recover", accountId, projectId],
  async run(_nothing, client) {
    const project = await call.projectRecover(accountId, projectId);
    // What the reply says of it may leave things out; the record says all.
    await client.resetQueries({ queryKey: projectQuery(accountId, projectId).queryKey });
    void client.invalidateQueries({ queryKey: keys.undo });
    return project;
  },
});
