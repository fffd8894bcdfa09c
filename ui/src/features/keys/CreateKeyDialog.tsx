import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { accountsQuery } from "@/data/queries";
import { Failure } from "@/features/base/Failure";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { AccountView, CreateKey } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog, openDialog } from "@/kit/overlay/dialogs";
import { Skeleton } from "@/kit/state/Skeleton";
import { creatingOf, reload } from "./mutations";
import { ProjectField } from "./ProjectField";
import type { KeysAt } from "./subjects";
import { type KeyTab, useKeyTabs } from "./useKeyTabs";
import { CREATE, KINDS, keysLocked, LIST, lengthWords, nameError } from "./words";

/** Makes an API key; its token is shown once. */
export function CreateKeyDialog({ at }: { at: KeysAt }) {
  const accounts = useQuery(accountsQuery);
  const account = useAccount(at.accountId);
  if (account) return <Form account={account} at={at} />;
  return (
    <Dialog open onClose={closeDialog} title={CREATE.title}>
      {accounts.isPending ? <Skeleton label={CREATE.loading} shape="text" /> : <p>{CREATE.accountGone}</p>}
    </Dialog>
  );
}

function Form({ account, at }: { account: AccountView; at: KeysAt }) {
  const asked = useCreateKey(account, at);
  const { form, draft, change, organizations, reading } = asked;
  const { fieldErrors } = form;
  const field = useRef<HTMLInputElement>(null);
  return (
    <CallFormDialog
      form={form}
      title={at.project ? CREATE.titleFor(at.project.name) : CREATE.title}
      description={CREATE.text}
      submit={CREATE.submit}
      blocked={keysLocked(account)}
      initialFocus={field}
      call={CREATE.call}
      failed={CREATE.failed}
      account={account.id}
    >
      <Field label={COMMON.name} hint={CREATE.nameHint(lengthWords(draft.name))} error={fieldErrors.name}>
        <TextInput ref={field} value={draft.name} onChange={(name) => change({ name })} />
      </Field>
      {!at.project && (
        <RadioGroup<KeyKindChoice>
          label={CREATE.access}
          cards
          value={draft.kind}
          onChange={(kind) => change({ kind })}
          options={CHOICES.map(({ kind, label, hint }) => {
            const blocked = reading.pending ? undefined : kindBlocked(kind, organizations);
            return { value: kind, label, hint: blocked ?? hint, disabled: blocked !== undefined };
          })}
        />
      )}
      {reading.error && (
        <Failure
          title={LIST.organizationsFailed}
          error={reading.error}
          onRetry={reading.retry}
          account={account.id}
        />
      )}
      {draft.kind !== "personal" && <KeyPlaceFields account={account} at={at} asked={asked} />}
    </CallFormDialog>
  );
}

/** The fields of the organization, or the project of it, that a key opens. */
function KeyPlaceFields({ account, at, asked }: { account: AccountView; at: KeysAt; asked: CreateKeyForm }) {
  const { draft, change, organizations } = asked;
  const { fieldErrors } = asked.form;
  const fields = useRef<HTMLDivElement>(null);
  const { organizationId: unchosen, projectId: without } = fieldErrors;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for must be in sight whenever that is another thing
  useEffect(() => {
    fields.current?.scrollIntoView({ block: "nearest" });
  }, [draft.kind, unchosen, without]);
  // A project's own tab gives both the organization and the project.
  if (at.project) return null;
  const places = (
    <>
      <Field label={KINDS.organization} error={fieldErrors.organizationId}>
        <Select<string>
          options={organizations.map(({ id, label }) => ({ value: id ?? "", label, detail: id ?? "" }))}
          value={draft.organizationId}
          placeholder={CREATE.chooseOrganization}
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
          error={fieldErrors.projectId}
        />
      )}
    </>
  );
  return <div ref={fields}>{draft.kind === "project" ? <FieldPair>{places}</FieldPair> : places}</div>;
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
  const lose = (id: string) => openDialog({ dialog: "lostKey", lost: { ...around, id, name: request.name } });
  const form = useForm(creatingOf(account.id), {
    fieldErrors: fieldErrorsOf(draft),
    refusals: { invalid: "name", exists: "name" },
    input: () => request,
    onDone: ({ oneTimeSecret, key }) => {
      if (oneTimeSecret) form.close();
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

function fieldErrorsOf({ kind, name, organizationId, projectId }: KeyDraft): KeyErrors {
  const fieldError = nameError(name);
  return {
    ...(fieldError !== undefined && { name: fieldError }),
    ...(kind !== "personal" && organizationId === null && { organizationId: CREATE.organizationMissing }),
    ...(kind === "project" && projectId === null && { projectId: CREATE.projectMissing }),
  };
}

/** The scopes of a key. */
type KeyKindChoice = "personal" | "organization" | "project";

interface KindWords {
  kind: KeyKindChoice;
  label: string;
  /** Shows the key's permissions, its limits and its lifetime. */
  hint: string;
}

/** The three kinds, each with what it may do, by the platform's own rules. */
const CHOICES: readonly KindWords[] = [
  {
    kind: "personal",
    label: KINDS.personal,
    hint: KINDS.personalHint,
  },
  {
    kind: "organization",
    label: KINDS.organization,
    hint: KINDS.organizationHint,
  },
  {
    kind: "project",
    label: KINDS.project,
    hint: KINDS.projectHint,
  },
];

/** Why a kind cannot be chosen; nothing for one that can. */
function kindBlocked(kind: KeyKindChoice, organizations: readonly KeyTab[]): string | undefined {
  if (kind === "personal" || organizations.length > 0) return undefined;
  return KINDS.blocked;
}

/** The fields of the dialog. */
interface KeyDraft {
  kind: KeyKindChoice;
  name: string;
  organizationId: string | null;
  projectId: string | null;
}

type KeyErrors = Partial<Record<"name" | "organizationId" | "projectId", string>>;

/** The draft as the core is asked. */
function requestOf({ kind, name, organizationId, projectId }: KeyDraft): CreateKey {
  return {
    name,
    organizationId: kind === "personal" ? null : organizationId,
    projectId: kind === "project" ? projectId : null,
  };
}

/** Returns the organization to begin with: that of the list, that of the account, or the only one. */
function firstOrganization(
  given: string | null,
  account: Pick<AccountView, "organizationId"> | undefined,
  organizations: readonly KeyTab[],
): string | null {
  const ids = organizations.map(({ id }) => id);
  if (given !== null) return given;
  if (account?.organizationId && ids.includes(account.organizationId)) return account.organizationId;
  return ids.length === 1 ? (ids[0] ?? null) : null;
}
