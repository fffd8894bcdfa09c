import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { accountsQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { AccountView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { ask, unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { Skeleton } from "@/kit/state/Skeleton";
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
  const asked = useCreateKey(account, at);
  const { form, draft, change, organizations, reading } = asked;
  const { faults } = form;
  const field = useRef<HTMLInputElement>(null);
  return (
    <CallFormDialog
      form={form}
      title={at.project ? `New API key for ${at.project.name}` : "New API key"}
      description="Its token is shown once, right after. It stays valid until it is revoked."
      submit="Create key"
      blocked={keysLocked(account)}
      initialFocus={field}
      call={
        form.fits && {
          accountId: account.id,
          title: "Create API key",
          call: { kind: "createKey", wish: requestOf(draft) },
        }
      }
      failed="The key was not made"
      account={account.id}
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
      {draft.kind !== "personal" && <KeyPlaceFields account={account} at={at} asked={asked} />}
    </CallFormDialog>
  );
}

/** Which organization a key opens, or which project of it. */
function KeyPlaceFields({ account, at, asked }: { account: AccountView; at: KeysAt; asked: CreateKeyForm }) {
  const { draft, change, organizations } = asked;
  const { faults } = asked.form;
  const fields = useRef<HTMLDivElement>(null);
  const { organizationId: unchosen, projectId: without } = faults;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for must be in sight whenever that is another thing
  useEffect(() => {
    fields.current?.scrollIntoView({ block: "nearest" });
  }, [draft.kind, unchosen, without]);
  // Of a project's own tab both are plain.
  if (at.project) return null;
  return (
    <div ref={fields} className="stack-wide">
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
  const { tabs, ...reading } = useKeyTabs(account);
  const organizations = tabs.filter(({ id }) => id !== null);
  const [typed, change] = useDraft<KeyDraft>({
    kind: at.project ? "project" : at.organizationId === null ? "personal" : "organization",
    name: "",
    organizationId: at.organizationId,
    projectId: at.project?.id ?? null,
  });
  const organizationId = firstOrganization(typed.organizationId, account, organizations);
  const draft: KeyDraft = { ...typed, organizationId };
  const request = requestOf(draft);
  const around: KeysAt = { ...at, organizationId: request.organizationId };
  const lose = (id: string) => ask({ dialog: "lostKey", lost: { ...around, id, name: request.name } });
  const form = useForm(creatingOf(account.id), {
    faults: faultsOf(draft),
    input: () => request,
    onDone: ({ held, key }) => {
      if (held) form.close();
      else lose(key.id);
    },
    onRefused: () => {
      // The refusal is in the work's failure; one that says that the key was made leads on.
      const error = lastError(client, account.id);
      if (error?.code !== "secretLost") return;
      reload(client, around);
      if (error.about !== null) lose(error.about);
    },
  });
  return { form, draft, change, organizations, reading };
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
