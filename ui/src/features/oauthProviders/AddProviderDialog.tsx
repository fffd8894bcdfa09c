import { Failure } from "@/features/accounts/Failure";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { CredentialsFields } from "./CredentialsFields";
import { callOfAddition } from "./client";
import { ProviderField } from "./ProviderField";
import type { OnAuth } from "./places";
import { TakenProvider } from "./TakenProvider";
import { useAddProvider } from "./useAddProvider";
import { providerWord } from "./words";

/** Adds a way to sign in. One that is there already is offered for a change. */
export function AddProviderDialog({ at }: { at: OnAuth }) {
  const close = useUnask();
  const form = useAddProvider(at, close);
  const { id, taken, busy, failure } = form;
  const word = providerWord(id);
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void form.add()}
      title={`Add an OAuth provider to ${at.projectName}`}
      submit={word === "" ? "Add provider" : `Add ${word}`}
      busy={busy}
      aside={form.wish && <AuthCallButton at={at} title={`Add ${word}`} call={callOfAddition(form.wish)} />}
      after={
        <>
          {taken && !busy && <TakenProvider subject={{ ...at, provider: taken }} />}
          {failure && <Failure title={`${word || "The provider"} was not added`} error={failure.error} />}
        </>
      }
    >
      <ProviderField
        options={form.options}
        value={form.choice}
        onChange={form.choose}
        typed={form.typed}
        onType={form.type}
        error={form.faultOfId}
      />
      <CredentialsFields
        provider={id}
        kind={form.kind}
        onKind={form.setKind}
        client={form.client}
        onClient={form.change}
        faults={form.faults}
      />
    </FormDialog>
  );
}
