import { useState } from "react";
import { type MutationSpec, useMutationSpec } from "@/data/mutation";
import { patchProject } from "@/data/projectCache";
import { call } from "@/ipc/call";
import type { ChangeView, ProjectView, UpdateProject } from "@/ipc/generated";

/** The parts of the settings, each saved on its own. */
export type Part = "name" | "computes" | "connections" | "history" | "hipaa" | "replication" | "preload";

/** A change of some of it: what is null stays. */
export function updateOf(changed: Partial<UpdateProject>): UpdateProject {
  return { name: null, compute: {}, settings: {}, historyRetentionSeconds: null, ...changed };
}

const updating = (
  accountId: string,
  projectId: string,
  part: Part,
): MutationSpec<ChangeView<ProjectView>, UpdateProject> => ({
  key: ["project", "update", accountId, projectId, part],
  run: (update) => call.projectUpdate(accountId, projectId, update),
  onSuccess: ({ item }, _update, client) => patchProject(client, accountId, item),
});

/** One part of the settings: saves it, and says how that went until something else is typed. */
export function useUpdate(accountId: string, projectId: string, part: Part) {
  const mutation = useMutationSpec(updating(accountId, projectId, part));
  const [saved, setSaved] = useState<"saved" | "applying">();
  const save = async (changed: Partial<UpdateProject>): Promise<boolean> => {
    setSaved(undefined);
    const change = await mutation.start(updateOf(changed));
    if (change) setSaved(change.operations.length > 0 ? "applying" : "saved");
    return change !== undefined;
  };
  return {
    save,
    saved,
    typed: () => setSaved(undefined),
    underWay: mutation.underWay,
    failure: mutation.failure,
  };
}

/** A part with fields: what is typed and not saved yet, beside what is set. */
export function useSetting<Typed extends object>(at: SettingProps, part: Part) {
  const update = useUpdate(at.accountId, at.project.id, part);
  const [typed, setTyped] = useState<Partial<Typed>>({});
  return {
    ...at,
    update,
    typed,
    type(more: Partial<Typed>) {
      setTyped((before) => ({ ...before, ...more }));
      update.typed();
    },
    async save(changed: Partial<UpdateProject>) {
      if (await update.save(changed)) setTyped({});
    },
  };
}

export type Update = ReturnType<typeof useUpdate>;

/** What each part of the settings is about. */
export interface SettingProps {
  accountId: string;
  project: ProjectView;
  /** Why nothing can be changed here, where nothing can. */
  locked: string | undefined;
}
