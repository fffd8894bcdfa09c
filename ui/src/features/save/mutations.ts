import type { QueryClient } from "@tanstack/react-query";
import { mutationKeys } from "@/data/keys";
import { type MutationSpec, operationSpec } from "@/data/mutation";
import { jobsQuery } from "@/data/queries";
import { call } from "@/ipc/call";
import type { CopyInto, JobView, NamedRole, SaveFormat } from "@/ipc/generated";

const shown = (_job: unknown, _input: unknown, client: QueryClient) =>
  void client.invalidateQueries({ queryKey: jobsQuery.queryKey });

/** Asks for a file and begins to save a database to it; nothing when the person changed their mind. */
export const savingOf = (id: string, name: string): MutationSpec<JobView | null, SaveFormat> => ({
  key: mutationKeys.save(id),
  async run(format) {
    const path = await call({ kind: "temporaryPickFile", name, format });
    return path === null ? null : call({ kind: "temporarySave", id, path, format });
  },
  onSuccess: shown,
});

/** Shows the saved file in the file manager. */
export const showingOf = (id: string) => operationSpec({ kind: "temporaryShowSaved", id }, () => ({}));

/** The target of a copy, and the roles that it may create there. */
export interface Copy {
  into: CopyInto;
  agreed: NamedRole[];
}

/**
 * Begins to copy a database into a project, which may be made for it. Returns the roles that are missing there instead if
 * the person has not agreed to all of them.
 */
export const copyingInto = (id: string): MutationSpec<NamedRole[], Copy> => ({
  key: mutationKeys.copyInto(id),
  async run({ into, agreed }) {
    const missing = await call({ kind: "temporaryCopyRoles", id, into });
    const isAgreed = ({ name }: NamedRole) => agreed.some((role) => role.name === name);
    if (!missing.every(isAgreed)) return missing;
    await call({ kind: "temporaryCopy", id, into, roles: missing.map(({ name }) => name) });
    return [];
  },
  onSuccess: shown,
});
