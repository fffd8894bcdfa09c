import { useQuery } from "@tanstack/react-query";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { branchesQuery } from "@/data/queries";
import { useDraft } from "@/features/base/useDraft";
import { type Form, useForm } from "@/features/base/useForm";
import { CallConfirmDialog, CallFormDialog } from "@/features/calls/CallDialogs";
import { branchOptions } from "@/features/databases/branches";
import type { AddJwks } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { MoreOptions } from "@/kit/control/MoreOptions";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { FullPath } from "@/kit/data/FullPath";
import type { DialogComponents } from "@/kit/overlay/dialogs";
import { adding, type JwksProject, type JwksSubject, removing } from "./jwks";
import { ADD, LIST, REMOVE } from "./words";

/** No branch has this id. */
const EVERY = "";

/** The fields of the dialog. */
interface Draft {
  url: string;
  provider: string;
  branchId: string;
  audience: string;
  roles: string;
}

/** Has a project take the tokens of one more. */
function AddJwksDialog({ at }: { at: JwksProject }) {
  const [draft, change] = useDraft<Draft>({
    url: "",
    provider: "",
    branchId: EVERY,
    audience: "",
    roles: "",
  });
  const branches = useQuery(branchesQuery(at.accountId, at.projectId)).data ?? [];
  const add = requestOf(draft);
  const form = useForm(adding(at), {
    fieldErrors: fieldErrorsOf(draft, add),
    refusals: { exists: "url" },
    input: () => add,
  });
  const { fieldErrors } = form;
  return (
    <CallFormDialog
      form={form}
      title={ADD.title}
      description={ADD.text(at.projectName)}
      submit={ADD.title}
      blocked={at.locked}
      call={ADD.title}
      failed={isUnclear(form) ? ADD.unclear : ADD.failed}
    >
      <Field label={ADD.url} hint={ADD.urlHint} error={fieldErrors.url}>
        <TextInput
          type="url"
          mono
          value={draft.url}
          onChange={(url) => change({ url })}
          placeholder="https://example.com/.well-known/jwks.json"
        />
      </Field>
      <Field label={ADD.provider} hint={ADD.providerHint} error={fieldErrors.provider}>
        <TextInput value={draft.provider} onChange={(provider) => change({ provider })} />
      </Field>
      <Field label={ADD.branch}>
        <Select
          options={[{ value: EVERY, label: LIST.everyBranch }, ...branchOptions(branches)]}
          value={draft.branchId}
          onChange={(branchId) => change({ branchId })}
        />
      </Field>
      <MoreOptions
        summary={ADD.summary(add.audience ?? ADD.any, add.roles?.join(", ") || ADD.byDefault)}
        hasErrors={fieldErrors.roles !== undefined}
      >
        <Field label={ADD.audience} hint={ADD.audienceHint} optional>
          <TextInput value={draft.audience} onChange={(audience) => change({ audience })} />
        </Field>
        <Field label={ADD.roles} hint={ADD.rolesHint} error={fieldErrors.roles} optional>
          <TextInput mono value={draft.roles} onChange={(roles) => change({ roles })} />
        </Field>
      </MoreOptions>
    </CallFormDialog>
  );
}

function requestOf({ url, provider, branchId, audience, roles }: Draft): AddJwks {
  const names = roles.split(",").map((name) => name.trim());
  return {
    url: url.trim(),
    provider: provider.trim(),
    branchId: branchId === EVERY ? null : branchId,
    audience: audience.trim() === "" ? null : audience.trim(),
    roles: names.filter((name) => name !== ""),
  };
}

const MOST_ROLES = 10;

function fieldErrorsOf({ url, provider }: Draft, { roles = [] }: AddJwks) {
  return {
    url: url.trim() === "" ? ADD.urlMissing : isHttps(url.trim()) ? undefined : ADD.urlInvalid,
    provider: provider.trim() === "" ? ADD.providerMissing : undefined,
    roles: roles.length > MOST_ROLES ? ADD.rolesMany : undefined,
  };
}

const isHttps = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === "https:";

/** Stops a project from accepting an issuer's tokens. */
function RemoveJwksDialog({ subject }: { subject: JwksSubject }) {
  const { accountId, projectName, jwks } = subject;
  const account = useAccount(accountId);
  const form = useForm(removing(subject), { input: () => undefined, deletes: jwks.provider });
  return (
    <CallConfirmDialog
      form={form}
      title={REMOVE.title}
      confirm={REMOVE.submit}
      blocked={subject.locked}
      call={REMOVE.call(jwks.provider)}
      failed={isUnclear(form) ? REMOVE.unclear : REMOVE.failed}
      retry
    >
      <FullPath of={[account?.name, projectName, jwks.url]} />
      <p>{REMOVE.means(jwks.provider)}</p>
    </CallConfirmDialog>
  );
}

/** True if the change may have happened although its reply was lost. */
const isUnclear = ({ error }: Form) => error !== undefined && viewOf(error).code === "maybeCreated";

export const jwksDialogs = {
  addJwks: AddJwksDialog,
  removeJwks: RemoveJwksDialog,
} satisfies Partial<DialogComponents>;
