import { keys } from "@/data/keys";
import { projectQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { ProjectView } from "@/ipc/generated";

/** Brings a deleted project back and shows it as it is now. */
export const recoveringOf = (accountId: string, projectId: string): Work<ProjectView, void> => ({
  key: ["project", "recover", accountId, projectId],
  run: () => call.projectRecover(accountId, projectId),
  settle(_project, _nothing, client) {
    // What a list says of it may leave things out; the record says all.
    void client.resetQueries({ queryKey: projectQuery(accountId, projectId).queryKey });
    void client.invalidateQueries({ queryKey: keys.undo });
  },
});
