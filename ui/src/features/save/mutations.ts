import type { QueryClient } from "@tanstack/react-query";
import { mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { jobsQuery } from "@/data/queries";
import { call } from "@/ipc/call";
import type { CopyInto, JobView, SaveFormat } from "@/ipc/generated";

const shown = (_job: unknown, _input: unknown, client: QueryClient) =>
  void client.invalidateQueries({ queryKey: jobsQuery.queryKey });

/** Asks for a file and begins to save a database to it; nothing when the person changed their mind. */
export const savingOf = (id: string, name: string): MutationSpec<JobView | null, SaveFormat> => ({
  key: mutationKeys.save(id),
  async run(format) {
    const path = await call.temporaryPickFile(name, format);
    return path === null ? null : call.temporarySave(id, path, format);
  },
  onSuccess: shown,
});

/** Begins to copy a database into a project, which may be made for it. */
export const copyingInto = (id: string): MutationSpec<JobView, CopyInto> => ({
  key: mutationKeys.copyInto(id),
  run: (into) => call.temporaryCopy(id, into),
  onSuccess: shown,
});
