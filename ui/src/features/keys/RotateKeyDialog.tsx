import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { useClockOffset } from "@/data/clockOffset";
import { keyKindWord } from "@/features/accounts/words";
import { Failure, ReadFailure } from "@/features/base/Failure";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { KeyRowView, RotationPlanView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { TextInput } from "@/kit/control/TextInput";
import { Facts } from "@/kit/data/Facts";
import { ask, unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { formatDate } from "@/kit/time/formatDate";
import { startingOf } from "./mutations";
import { rotationPlanQuery } from "./queries";
import { lengthWords, nameFault } from "./words";

/** Changes the key of an account for a new one, after saying what it takes. */
export function RotateKeyDialog({ accountId }: { accountId: string }) {
  const account = useAccount(accountId);
  const plan = useQuery(rotationPlanQuery(accountId));
  const name = account?.name ?? "this account";
  if (plan.data && plan.data.problem === null) return <RotateKeyForm name={name} plan={plan.data} />;
  return (
    <Dialog
      open
      onClose={unask}
      title={`Rotate the key of ${name}`}
      footer={<Button onClick={unask}>Close</Button>}
    >
      {plan.isFetching ? (
        <Skeleton label="the key" shape="text" count={4} />
      ) : (
        <>
          {plan.data?.problem && (
            <Failure
              title="The key cannot be rotated right now"
              error={plan.data.problem}
              account={accountId}
              onRetry={() => void plan.refetch()}
            />
          )}
          <ReadFailure query={plan} title="The rotation could not be prepared" account={accountId} />
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
  const [newName, setNewName] = useState(plan.name);
  const [chosen, setChosen] = useState(candidates.length === 1 ? candidates[0]?.key.id : undefined);
  const form = useForm(startingOf(accountId), {
    faults: {
      name: nameFault(newName),
      key: chosen === undefined ? "Choose the account’s current key." : undefined,
    },
    input: () => ({ oldKeyId: chosen ?? "", name: newName.trim() }),
    onDone: ({ id }) => ask({ dialog: "rotation", id }),
  });
  return (
    <CallFormDialog
      form={form}
      title={`Rotate the key of ${name}`}
      description="Creates a new key, tests it and saves it to the keychain, then revokes the old one. The account keeps a working key throughout."
      submit="Rotate key"
      blocked={candidates.length === 0 ? "None of the listed keys can be this account’s key" : undefined}
      failed="The rotation was not started"
      account={accountId}
    >
      <Facts
        facts={[
          { term: "Account", detail: name },
          { term: "Current key", detail: plan.kind ? keyKindWord(plan.kind) : "Type not reported" },
          {
            term: "Created by",
            detail: by && by.id !== accountId ? `${by.name}, an administrator` : "The same account",
          },
        ]}
      />
      <PresentKey
        candidates={candidates}
        accountId={accountId}
        chosen={chosen}
        onChoose={setChosen}
        error={form.faults.key}
      />
      <Field label="New key name" hint={`${lengthWords(newName)}.`} error={form.faults.name}>
        <TextInput value={newName} onChange={setNewName} onFocus={(event) => event.target.select()} />
      </Field>
      <Notice tone="plain">
        Other apps with the old key are refused once it is revoked. Give them their own key.
      </Notice>
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
      <Notice tone={sure ? "plain" : "warning"} title={`The old key is ${only.key.name}`}>
        {whyOf(only, ahead)}{" "}
        {sure ? "" : "The platform does not report it, but no other listed key can be it."}
      </Notice>
    );
  }
  return (
    <>
      <RadioGroup<string>
        label="The account’s current key"
        cards
        value={chosen ?? ""}
        onChange={onChoose}
        options={candidates.map((row, index) => ({
          value: row.key.id,
          label: index === 0 ? `${row.key.name} (most likely)` : row.key.name,
          hint: whyOf(row, ahead),
        }))}
      />
      {error && (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      )}
      <Notice tone="warning">
        The platform does not report which key the account uses. The key you choose is revoked at the end: a
        wrong choice breaks whatever uses that key.
      </Notice>
    </>
  );
}

/** What speaks for a key. */
function whyOf({ key }: KeyRowView, ahead: number): string {
  const used =
    key.lastUsedAt === null
      ? "Never used."
      : `Last used ${formatDate(key.lastUsedAt, ahead)}${key.lastUsedFrom ? ` from ${key.lastUsedFrom}` : ""}.`;
  const made = key.createdAt === null ? "" : ` Created ${formatDate(key.createdAt, ahead)}.`;
  return `ID ${key.id}. ${used}${made}`;
}
