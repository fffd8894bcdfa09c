import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useAccount } from "@/data/account";
import { accountsQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { AccountView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { TextInput } from "@/kit/control/TextInput";
import { unask, useUnask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { Skeleton } from "@/kit/state/Skeleton";
import { KeyPlaceFields } from "./KeyPlaceFields";
import { type KeyKindChoice, KINDS, kindBlocked } from "./kinds";
import type { KeysAt } from "./places";
import { useCreateKey } from "./useCreateKey";
import { keysLocked, lengthWords } from "./words";

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
          <Failure title="The key was not made" error={form.failure.error} account={account.id} />
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
