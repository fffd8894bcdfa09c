import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { useClockOffset } from "@/data/clockOffset";
import { keyKindWord } from "@/features/accounts/words";
import { Failure, ReadFailure } from "@/features/base/Failure";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { KeyRowView, RotationPlanView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { TextInput } from "@/kit/control/TextInput";
import { Facts } from "@/kit/data/Facts";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog, openDialog } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { formatDate } from "@/kit/time/formatDate";
import { startingOf } from "./mutations";
import { rotationPlanQuery } from "./queries";
import { lengthWords, nameError, ROTATE } from "./words";

/** Changes the key of an account for a new one, after saying what it takes. */
export function RotateKeyDialog({ accountId }: { accountId: string }) {
  const account = useAccount(accountId);
  const plan = useQuery(rotationPlanQuery(accountId));
  const name = account?.name ?? ROTATE.thisAccount;
  if (plan.data && plan.data.problem === null) return <RotateKeyForm name={name} plan={plan.data} />;
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={ROTATE.title(name)}
      footer={<Button onClick={closeDialog}>{COMMON.close}</Button>}
    >
      {plan.isFetching ? (
        <Skeleton label={ROTATE.loading} shape="text" count={4} />
      ) : (
        <>
          {plan.data?.problem && (
            <Failure
              title={ROTATE.notNow}
              error={plan.data.problem}
              account={accountId}
              onRetry={() => void plan.refetch()}
            />
          )}
          <ReadFailure query={plan} title={ROTATE.unprepared} account={accountId} />
        </>
      )}
    </Dialog>
  );
}

interface RotateKeyFormProps {
  /** What the account is called. */
  name: string;
  plan: RotationPlanView;
}

/** What a rotation takes, and what the new key is called. */
function RotateKeyForm({ name, plan }: RotateKeyFormProps) {
  const { accountId, candidates } = plan;
  const by = useAccount(plan.byAccountId ?? accountId);
  const facts = [
    ...(plan.kind !== "personal"
      ? [{ term: ROTATE.kind, detail: plan.kind ? keyKindWord(plan.kind) : COMMON.notReported }]
      : []),
    ...(by && by.id !== accountId ? [{ term: ROTATE.createdBy, detail: ROTATE.by(by.name) }] : []),
  ];
  const [newName, setNewName] = useState(plan.name);
  const [chosen, setChosen] = useState(candidates.length === 1 ? candidates[0]?.key.id : undefined);
  const form = useForm(startingOf(accountId), {
    fieldErrors: {
      name: nameError(newName),
      key: chosen === undefined ? ROTATE.chooseKey : undefined,
    },
    refusals: { exists: "name" },
    input: () => ({ oldKeyId: chosen ?? "", name: newName }),
    onDone: ({ id }) => openDialog({ dialog: "rotation", id }),
  });
  return (
    <CallFormDialog
      form={form}
      title={ROTATE.title(name)}
      description={ROTATE.text}
      submit={ROTATE.submit}
      blocked={candidates.length === 0 ? ROTATE.noCandidates : undefined}
      failed={ROTATE.failed}
      account={accountId}
    >
      {facts.length > 0 && <Facts facts={facts} />}
      <PresentKey
        candidates={candidates}
        accountId={accountId}
        chosen={chosen}
        onChoose={setChosen}
        error={form.fieldErrors.key}
      />
      <Field label={ROTATE.newName} hint={lengthWords(newName)} error={form.fieldErrors.name}>
        <TextInput value={newName} onChange={setNewName} onFocus={(event) => event.target.select()} />
      </Field>
      <Notice tone="plain">{ROTATE.others}</Notice>
    </CallFormDialog>
  );
}

interface PresentKeyProps {
  candidates: readonly KeyRowView[];
  accountId: string;
  chosen: string | undefined;
  onChoose(id: string): void;
  error: string | undefined;
}

/** Which key the account has now: named where it is sure, chosen where the platform does not say it. */
function PresentKey({ candidates, accountId, chosen, onChoose, error }: PresentKeyProps) {
  const ahead = useClockOffset(accountId);
  const [only, ...more] = candidates;
  if (!only) return null;
  if (more.length === 0) {
    const sure = only.usedBy.some((user) => user.accountId === accountId && user.isSure);
    return (
      <Notice tone={sure ? "plain" : "warning"} title={ROTATE.oldKey(only.key.name)}>
        {whyOf(only, ahead)} {!sure && ROTATE.onlyOne}
      </Notice>
    );
  }
  return (
    <>
      <RadioGroup<string>
        label={ROTATE.whichKey}
        cards
        value={chosen ?? ""}
        onChange={onChoose}
        options={candidates.map((row, index) => ({
          value: row.key.id,
          label: index === 0 ? ROTATE.mostLikely(row.key.name) : row.key.name,
          hint: whyOf(row, ahead),
        }))}
      />
      {error && (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      )}
      <Notice tone="warning">{ROTATE.choice}</Notice>
    </>
  );
}

/** What speaks for a key. */
function whyOf({ key }: KeyRowView, ahead: number): string {
  const used = key.lastUsedAt && formatDate(key.lastUsedAt, ahead);
  const created = key.createdAt && formatDate(key.createdAt, ahead);
  return [ROTATE.id(key.id), ROTATE.used(used, key.lastUsedFrom), created && ROTATE.created(created)]
    .filter(Boolean)
    .join(" ");
}
