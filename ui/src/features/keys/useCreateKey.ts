import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { viewOf } from "@/data/errors";
import { useWork } from "@/data/work";
import type { AccountView } from "@/ipc/generated";
import { ask, useUnask } from "@/kit/overlay/asked";
import { firstOrganization, type KeyDraft, type KeyFaults, wishOf } from "./kinds";
import { creatingOf, lookAgain } from "./mutations";
import type { KeysAt } from "./places";
import { useKeyTabs } from "./useKeyTabs";
import { nameFault } from "./words";

/** The form of a new key. What was typed stays until the key is there. */
export function useCreateKey(account: AccountView, at: KeysAt) {
  const client = useQueryClient();
  const close = useUnask();
  const { tabs, ...reading } = useKeyTabs(account);
  const organizations = tabs.filter(({ id }) => id !== null);
  const [typed, setTyped] = useState<KeyDraft>({
    kind: at.project ? "project" : at.organizationId === null ? "personal" : "organization",
    name: "",
    organizationId: at.organizationId,
    projectId: at.project?.id ?? null,
  });
  const [tried, setTried] = useState(false);
  const creating = useWork(creatingOf(account.id));
  const organizationId = firstOrganization(typed.organizationId, account, organizations);
  const draft: KeyDraft = { ...typed, organizationId };
  const faults = faultsOf(draft);

  const create = async () => {
    setTried(true);
    if (Object.keys(faults).length > 0) return;
    const wish = wishOf(draft);
    const around: KeysAt = { ...at, organizationId: wish.organizationId };
    const lose = (id: string) => ask({ dialog: "lostKey", lost: { ...around, id, name: wish.name } });
    const made = await creating.start(wish);
    if (made) return made.held ? close() : lose(made.key.id);
    // The refusal is in the work's failure; one that says that the key was made leads on.
    const error = lastError(client, account.id);
    if (error?.code !== "secretLost") return;
    lookAgain(client, around);
    if (error.about !== null) lose(error.about);
  };
  return {
    draft,
    change: (changed: Partial<KeyDraft>) => setTyped((now) => ({ ...now, ...changed })),
    faults: tried ? faults : {},
    /** What would be asked; nothing while that cannot be. */
    wish: Object.keys(faults).length === 0 ? wishOf(draft) : undefined,
    organizations,
    reading,
    create,
    busy: creating.underWay,
    failure: creating.failure,
  };
}

export type CreateKeyForm = ReturnType<typeof useCreateKey>;

function lastError(client: ReturnType<typeof useQueryClient>, accountId: string) {
  const all = client.getMutationCache().findAll({ mutationKey: creatingOf(accountId).key, exact: true });
  const error = all.at(-1)?.state.error;
  return error ? viewOf(error) : undefined;
}

function faultsOf({ kind, name, organizationId, projectId }: KeyDraft): KeyFaults {
  const fault = nameFault(name);
  return {
    ...(fault !== undefined && { name: fault }),
    ...(kind !== "personal" && organizationId === null && { organizationId: "Choose an organization." }),
    ...(kind === "project" && projectId === null && { projectId: "Choose the project that it opens." }),
  };
}
