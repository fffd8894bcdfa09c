import { useState } from "react";
import { operationSpec, useMutationSpec } from "@/data/mutation";
import { patchProject } from "@/data/projectCache";
import type { ProjectView, UpdateProject } from "@/ipc/generated";

/** The parts of the settings, each saved on its own. */
export type Part = "name" | "computes" | "connections" | "history" | "hipaa" | "replication" | "preload";

const updating = (accountId: string, projectId: string, part: Part) =>
  operationSpec(
    { kind: "projectUpdate", accountId, projectId },
    (changed: Partial<UpdateProject>) => ({
      update: { name: null, compute: {}, settings: {}, historyRetentionSeconds: null, ...changed },
    }),
    {
      // Each part is saved on its own.
      key: ["project", "update", accountId, projectId, part],
      onSuccess: ({ item }, _update, client) => patchProject(client, accountId, item),
    },
  );

/** Saves a part of the settings, and keeps the result until another value is typed. */
export function useUpdate(accountId: string, projectId: string, part: Part) {
  const spec = updating(accountId, projectId, part);
  const mutation = useMutationSpec(spec);
  const [saved, setSaved] = useState<"saved" | "applying">();
  const save = async (changed: Partial<UpdateProject>): Promise<boolean> => {
    setSaved(undefined);
    const change = await mutation.start(changed);
    if (change) setSaved(change.operations.length > 0 ? "applying" : "saved");
    return change !== undefined;
  };
  return {
    save,
    saved,
    typed: () => setSaved(undefined),
    underWay: mutation.underWay,
    failure: mutation.failure,
    operation: spec.operation,
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

/** The project of each part of the settings. */
export interface SettingProps {
  accountId: string;
  project: ProjectView;
  /** The reason why nothing can be changed here; absent where something can. */
  locked: string | undefined;
}
