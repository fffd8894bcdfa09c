import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { accountsQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { Failure, WorkRefusal } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { AccountView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { ask, unask, useUnask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Keys.module.css";
import {
  firstOrganization,
  type KeyDraft,
  type KeyFaults,
  type KeyKindChoice,
  KINDS,
  kindBlocked,
  requestOf,
} from "./kinds";
import { creatingOf, reload } from "./mutations";
import { ProjectField } from "./ProjectField";
import type { KeysAt } from "./places";
import { useKeyTabs } from "./useKeyTabs";
import { keysLocked, lengthWords, nameFault } from "./words";

/** Makes an API key; its token is shown once. */
export function CreateKeyDialog({ at }: { at: KeysAt }) {
  const accounts = useQuery(accountsQuery);
  const account = useAccount(at.accountId);
  if (account) return <Form account={account} at={at} />;
  return (
    <Dialog open onClose={unask} title="New API key">
      {accounts.isPending ? (
        <Skeleton label="the account" shape="text" />
      ) : (
        <p>The account is not here any more.</p>
      )}
    </Dialog>
  );
}

function Form({ account, at }: { account: AccountView; at: KeysAt }) {
  const close = useUnask();
  const form = useCreateKey(account, at);
  const { draft, change, faults, organizations, reading } = form;
  const field = useRef<HTMLInputElement>(null);
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void form.create()}
      title={at.project ? `New API key for ${at.project.name}` : "New API key"}
      description="Its token is shown once, right after. It stays valid until it is revoked."
      submit="Create key"
      busy={form.busy}
      blocked={keysLocked(account)}
      initialFocus={field}
      aside={
        form.wish && (
          <CopyAsButton
            accountId={account.id}
            title="Create API key"
            call={{ kind: "createKey", wish: form.wish }}
          />
        )
      }
      after={
        form.failure && (
          <WorkRefusal failure={form.failure} title="The key was not made" account={account.id} />
        )
      }
    >
      <Field
        label="Name"
        hint={`What it is for, such as “build server”. ${lengthWords(draft.name)}.`}
        error={faults.name}
      >
        <TextInput ref={field} value={draft.name} onChange={(name) => change({ name })} />
      </Field>
      {!at.project && (
        <RadioGroup<KeyKindChoice>
          label="What it opens"
          cards
          value={draft.kind}
          onChange={(kind) => change({ kind })}
          options={KINDS.map(({ kind, label, hint }) => {
            const blocked = reading.pending ? undefined : kindBlocked(kind, organizations);
            return { value: kind, label, hint: blocked ?? hint, disabled: blocked !== undefined };
          })}
        />
      )}
      {reading.error && (
        <Failure
          title="The organizations could not be read"
          error={reading.error}
          onRetry={reading.retry}
          account={account.id}
        />
      )}
      {draft.kind !== "personal" && <KeyPlaceFields account={account} at={at} form={form} />}
    </FormDialog>
  );
}

/** Which organization a key opens, or which project of it. */
function KeyPlaceFields({ account, at, form }: { account: AccountView; at: KeysAt; form: CreateKeyForm }) {
  const { draft, change, faults, organizations } = form;
  const fields = useRef<HTMLDivElement>(null);
  const { organizationId: unchosen, projectId: without } = faults;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for must be in sight whenever that is another thing
  useEffect(() => {
    fields.current?.scrollIntoView({ block: "nearest" });
  }, [draft.kind, unchosen, without]);
  // Of a project's own tab both are plain.
  if (at.project) return null;
  return (
    <div ref={fields} className={styles.fields}>
      <Field label="Organization" error={faults.organizationId}>
        <Select<string>
          options={organizations.map(({ id, label }) => ({ value: id ?? "", label, detail: id ?? "" }))}
          value={draft.organizationId}
          placeholder="Choose an organization…"
          onChange={(organizationId) => change({ organizationId, projectId: null })}
        />
      </Field>
      {draft.kind === "project" && draft.organizationId !== null && (
        <ProjectField
          key={draft.organizationId}
          account={account}
          organizationId={draft.organizationId}
          value={draft.projectId}
          onChange={(projectId) => change({ projectId })}
          error={faults.projectId}
        />
      )}
    </div>
  );
}

/** The form of a new key. What was typed stays until the key is there. */
function useCreateKey(account: AccountView, at: KeysAt) {
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
    const request = requestOf(draft);
    const around: KeysAt = { ...at, organizationId: request.organizationId };
    const lose = (id: string) => ask({ dialog: "lostKey", lost: { ...around, id, name: request.name } });
    const made = await creating.start(request);
    if (made) return made.held ? close() : lose(made.key.id);
    // The refusal is in the work's failure; one that says that the key was made leads on.
    const error = lastError(client, account.id);
    if (error?.code !== "secretLost") return;
    reload(client, around);
    if (error.about !== null) lose(error.about);
  };
  return {
    draft,
    change: (changed: Partial<KeyDraft>) => setTyped((now) => ({ ...now, ...changed })),
    faults: tried ? faults : {},
    /** What would be asked; nothing while that cannot be. */
    wish: Object.keys(faults).length === 0 ? requestOf(draft) : undefined,
    organizations,
    reading,
    create,
    busy: creating.underWay,
    failure: creating.failure,
  };
}

type CreateKeyForm = ReturnType<typeof useCreateKey>;

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
