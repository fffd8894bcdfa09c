import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { useClockOffset } from "@/data/clockOffset";
import { viewOf } from "@/data/errors";
import { organizationsQuery } from "@/data/queries";
import { useOrganization } from "@/features/accounts/organization";
import { ReadFailure } from "@/features/base/Failure";
import { useDraft } from "@/features/base/useDraft";
import { type Form, useForm } from "@/features/base/useForm";
import { COMMON, lockedWords } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { ProjectSubject } from "@/features/projects/subjects";
import { Field } from "@/kit/control/Field";
import { SecretField } from "@/kit/control/SecretField";
import { Select } from "@/kit/control/Select";
import { FullPath } from "@/kit/data/FullPath";
import type { DialogComponents } from "@/kit/overlay/dialogs";
import { toast } from "@/kit/overlay/toasts";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { accepting, moving, offering } from "./transfers";
import { ACCEPT, MOVE, OFFER } from "./words";

/** Offers a project to the person who gets the link. */
function OfferProjectDialog({ subject }: { subject: ProjectSubject }) {
  const { accountId, project, isReadOnly } = subject;
  const [seconds, setSeconds] = useState("86400");
  const account = useAccount(accountId);
  const form = useForm(offering(subject, useClockOffset(accountId)), { input: () => Number(seconds) });
  return (
    <CallFormDialog
      form={form}
      title={OFFER.title(project.name)}
      description={OFFER.text}
      submit={OFFER.submit}
      blocked={lockedWords({ isReadOnly: isReadOnly ?? false })}
      call={OFFER.call}
      failed={isUnclear(form) ? OFFER.unclear : OFFER.failed}
    >
      <FullPath of={[account?.name, project.name]} />
      <Notice tone="warning">{OFFER.lose}</Notice>
      <Field label={OFFER.valid}>
        <Select options={OFFER.spans} value={seconds} onChange={setSeconds} />
      </Field>
    </CallFormDialog>
  );
}

/** Moves a project to an organization of the account. */
function MoveProjectDialog({ subject }: { subject: ProjectSubject }) {
  const { accountId, project, isReadOnly } = subject;
  const [chosen, setChosen] = useState<string>();
  const organizations = useQuery(organizationsQuery(accountId));
  const others = organizations.data?.filter(({ id }) => id !== project.organizationId) ?? [];
  const to = others.find(({ id }) => id === chosen);
  const nowhere = organizations.data && others.length === 0 ? MOVE.none : undefined;
  const form = useForm(moving(subject), {
    fieldErrors: { organization: to ? undefined : MOVE.choose },
    input: () => to?.id ?? "",
    onDone: (_done, finish) => finish({ title: MOVE.done(to?.name ?? "") }),
  });
  return (
    <CallFormDialog
      form={form}
      title={MOVE.title(project.name)}
      description={MOVE.text}
      submit={MOVE.submit}
      blocked={lockedWords({ isReadOnly: isReadOnly ?? false }) ?? nowhere}
      call={MOVE.submit}
      failed={isUnclear(form) ? MOVE.unclear : MOVE.failed}
    >
      {organizations.isPending && <Skeleton label={MOVE.loading} shape="text" count={2} />}
      <ReadFailure query={organizations} title={MOVE.organizationsFailed} account={accountId} />
      {others.length > 0 && (
        <Field label={MOVE.organization} error={form.fieldErrors.organization}>
          <Select
            options={others.map(({ id, name }) => ({ value: id, label: name || id, detail: id }))}
            value={to?.id ?? null}
            placeholder={MOVE.choose}
            onChange={setChosen}
          />
        </Field>
      )}
    </CallFormDialog>
  );
}

/** No organization has this id. */
const OWN = "";

/** Takes a project over by a link or a code. */
function AcceptProjectDialog({ accountId }: { accountId: string }) {
  const account = useAccount(accountId);
  const router = useRouter();
  const [draft, change] = useDraft({ code: "", organizationId: OWN });
  const { organizations, error, retry, pending } = useOrganization(account);
  const needed = account?.profile.needsOrganization === true && organizations.length > 0;
  const code = draft.code.trim();
  const organizationId = draft.organizationId === OWN ? null : draft.organizationId;
  const form = useForm(accepting(accountId), {
    fieldErrors: {
      code: code === "" ? ACCEPT.missing : undefined,
      organization: needed && organizationId === null ? ACCEPT.choose : undefined,
    },
    refusals: { invalid: "code", notFound: "code" },
    input: () => ({ code, organizationId }),
    onDone(id) {
      form.close();
      const open = () => router.go({ screen: "project", account: accountId, id });
      toast({ title: ACCEPT.done, undo: { label: COMMON.open, run: open } });
    },
  });
  return (
    <CallFormDialog
      form={form}
      title={ACCEPT.title}
      description={ACCEPT.text}
      submit={ACCEPT.submit}
      blocked={lockedWords(account)}
      failed={isUnclear(form) ? ACCEPT.unclear : ACCEPT.failed}
    >
      <SecretField
        label={ACCEPT.code}
        hint={ACCEPT.hint}
        value={draft.code}
        onChange={(next) => change({ code: next })}
        error={form.fieldErrors.code}
      />
      {pending && <Skeleton label={MOVE.loading} shape="text" count={2} />}
      <ReadFailure query={{ error, refetch: async () => retry() }} title={MOVE.organizationsFailed} />
      {organizations.length > 0 && (
        <Field label={ACCEPT.organization} error={form.fieldErrors.organization}>
          <Select
            options={[
              ...(needed ? [] : [{ value: OWN, label: ACCEPT.own }]),
              ...organizations.map(({ id, name }) => ({ value: id, label: name || id, detail: id })),
            ]}
            value={needed && organizationId === null ? null : draft.organizationId}
            placeholder={ACCEPT.choose}
            onChange={(next) => change({ organizationId: next })}
          />
        </Field>
      )}
    </CallFormDialog>
  );
}

/** True if the change may have happened although its reply was lost. */
const isUnclear = ({ error }: Form) => error !== undefined && viewOf(error).code === "maybeCreated";

export const transferDialogs = {
  offerProject: OfferProjectDialog,
  moveProject: MoveProjectDialog,
  acceptProject: AcceptProjectDialog,
} satisfies Partial<DialogComponents>;
