import { useState } from "react";
import { useAccount } from "@/data/account";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { keyKindWord } from "@/features/accounts/words";
import type { RotationPlanView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { Facts } from "@/kit/data/Facts";
import { ask, useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { Notice } from "@/kit/state/Notice";
import { PresentKey } from "./PresentKey";
import { startingOf } from "./rotationWork";
import { lengthWords, nameFault } from "./words";

interface RotateKeyFormProps {
  /** What the account is called. */
  name: string;
  plan: RotationPlanView;
}

/** What a rotation takes, and what the new key is called. */
export function RotateKeyForm({ name, plan }: RotateKeyFormProps) {
  const { accountId, candidates } = plan;
  const close = useUnask();
  const by = useAccount(plan.byAccountId ?? accountId);
  const starting = useWork(startingOf(accountId));
  const [newName, setNewName] = useState(plan.name);
  const [chosen, setChosen] = useState(candidates.length === 1 ? candidates[0]?.key.id : undefined);
  const [tried, setTried] = useState(false);
  const unchosen = chosen === undefined ? "Choose the key that the account has now." : undefined;
  const rotate = async () => {
    setTried(true);
    if (nameFault(newName) || chosen === undefined) return;
    const rotation = await starting.start({ oldKeyId: chosen, name: newName.trim() });
    if (rotation) ask({ dialog: "rotation", id: rotation.id });
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void rotate()}
      title={`Rotate the key of ${name}`}
      description="A new key is made, tried and put into the keychain; only then the former one is revoked. The account has a working key all the time."
      submit="Rotate key"
      busy={starting.underWay}
      blocked={
        candidates.length === 0 ? "No key of the list can be the one that this account has" : undefined
      }
      after={
        starting.failure && (
          <Failure title="It was not begun" error={starting.failure.error} account={accountId} />
        )
      }
    >
      <Facts
        facts={[
          { term: "Account", detail: name },
          { term: "Its key", detail: plan.kind ? keyKindWord(plan.kind) : "Of a kind that is not told" },
          {
            term: "Made by",
            detail: by && by.id !== accountId ? `${by.name}, an administrator` : "The same account",
          },
        ]}
      />
      <PresentKey
        candidates={candidates}
        accountId={accountId}
        chosen={chosen}
        onChoose={setChosen}
        error={tried ? unchosen : undefined}
      />
      <Field
        label="Name of the new key"
        hint={`${lengthWords(newName)}.`}
        error={tried ? nameFault(newName) : undefined}
      >
        <TextInput value={newName} onChange={setNewName} onFocus={(event) => event.target.select()} />
      </Field>
      <Notice tone="plain">
        Other programs that have the former key are refused once it is revoked. Give them a key of their own.
      </Notice>
    </FormDialog>
  );
}
