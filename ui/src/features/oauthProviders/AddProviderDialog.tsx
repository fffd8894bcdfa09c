import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { oauthProvidersQuery } from "@/data/queries";
import { singleUse } from "@/data/singleUse";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { openDialog } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import { ClientFields } from "./ClientFields";
import { additionOf, type Client, type ClientErrors, errorsOfNew, NO_CLIENT, withoutSecret } from "./client";
import { addingProvider, additionAt } from "./mutations";
import type { OnAuth, ProviderSubject } from "./subjects";
import { providerWord, words } from "./words";

/** Adds a provider. If the provider is there already, the dialog offers to change it. */
export function AddProviderDialog({ at }: { at: OnAuth }) {
  const model = useAddProvider(at);
  const { form, id, taken } = model;
  const word = providerWord(id);
  return (
    <CallFormDialog
      form={form}
      title={words.addTitle(at.projectName)}
      submit={word === "" ? words.addSubmit : words.addOne(word)}
      call={
        form.fits && !taken && { operation: additionAt(at, model.withoutSecret), title: words.addOne(word) }
      }
      failed={words.addFailed(word || words.anyProvider)}
      after={taken && !form.busy && <TakenProvider subject={{ ...at, provider: taken }} />}
    >
      <ProviderField
        options={model.options}
        value={model.choice}
        onChange={model.choose}
        typed={model.typed}
        onType={model.type}
        error={model.idError}
      />
      <CredentialsFields
        provider={id}
        kind={model.kind}
        onKind={model.setKind}
        client={model.client}
        onClient={model.change}
        fieldErrors={form.fieldErrors}
      />
    </CallFormDialog>
  );
}

/** The choice of a provider that the list does not have. */
const ANOTHER = "another";

interface ProviderFieldProps {
  /** Ids of the providers that the platform names and that are not there yet. */
  options: readonly string[];
  value: string;
  onChange(choice: string): void;
  /** The id of another one. */
  typed: string;
  onType(id: string): void;
  error: string | undefined;
}

/** The field of the provider: a provider that the platform names, or the id of another. */
function ProviderField({ options, value, onChange, typed, onType, error }: ProviderFieldProps) {
  return (
    <>
      <Field label={words.provider}>
        <Select
          options={[
            ...options.map((id) => ({ value: id, label: providerWord(id) })),
            { value: ANOTHER, label: words.other },
          ]}
          value={value}
          onChange={onChange}
        />
      </Field>
      {value === ANOTHER && (
        <Field label={words.otherId} hint={words.otherHint} error={error}>
          <TextInput value={typed} onChange={onType} mono />
        </Field>
      )}
    </>
  );
}

/** The owner of the credentials that a provider uses. */
type CredentialsKind = "shared" | "own";

interface CredentialsFieldsProps {
  provider: string;
  kind: CredentialsKind;
  onKind(kind: CredentialsKind): void;
  client: Client;
  onClient(changed: Partial<Client>): void;
  fieldErrors: ClientErrors;
}

/** The platform's credentials or one's own. What was typed stays while the choice is turned over. */
function CredentialsFields(props: CredentialsFieldsProps) {
  const { provider, kind, onKind, client, onClient, fieldErrors } = props;
  const word = providerWord(provider) || words.anyProvider;
  return (
    <>
      <RadioGroup
        label={words.credentials}
        options={[
          {
            value: "shared",
            label: words.kindShared,
            hint: words.kindSharedHint,
          },
          {
            value: "own",
            label: words.kindOwn,
            hint: words.kindOwnHint(word),
          },
        ]}
        value={kind}
        onChange={onKind}
      />
      {kind === "own" && (
        <ClientFields provider={provider} client={client} onChange={onClient} fieldErrors={fieldErrors} />
      )}
    </>
  );
}

/** A provider that is there already: the way on is to change that one. */
function TakenProvider({ subject }: { subject: ProviderSubject }) {
  const { provider, projectName } = subject;
  const isOwn = provider.isShared === false;
  return (
    <Notice
      tone="warning"
      role="status"
      title={words.exists(providerWord(provider.id))}
      actions={
        <Button size="small" onClick={() => openDialog({ dialog: "oauthCredentials", subject })}>
          {isOwn ? words.changeAsk : words.ownAsk}
        </Button>
      }
    >
      {isOwn ? words.existsOwn(projectName) : words.existsShared(projectName)}
    </Notice>
  );
}

/** Holds the fields of a new provider, their errors and the result. */
function useAddProvider(at: OnAuth) {
  const account = useAccount(at.accountId);
  const providers = useQuery(oauthProvidersQuery(at));
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState("");
  const [kind, setKind] = useState<CredentialsKind>("shared");
  const [client, change] = useDraft(NO_CLIENT);

  const there = providers.data ?? [];
  const isThere = (id: string) => there.some((each) => each.id === id);
  // The chosen one stays in the list when it turns up meanwhile: it is then said to be there.
  const options = (account?.profile.oauthProviders ?? []).filter((id) => id === chosen || !isThere(id));
  const choice = chosen ?? options[0] ?? ANOTHER;
  const id = choice === ANOTHER ? typed.trim() : choice;
  const taken = there.find((each) => each.id === id);
  const idError = fieldErrorOf(id);

  const requestOf = (own: Client) => additionOf(id, kind === "own" ? own : undefined);
  const form = useForm(addingProvider(at), {
    fieldErrors: { ...(kind === "own" && errorsOfNew(client)), provider: idError },
    hindered: taken !== undefined,
    input: () => singleUse(requestOf(client)),
    onDone: (_done, finish) => finish({ title: words.added(providerWord(id)) }),
    // Refused: another person may have added the provider meanwhile.
    onRefused: () => void providers.refetch(),
  });
  const submit = () => {
    setChosen(choice);
    return form.submit();
  };
  return {
    form: { ...form, submit },
    options,
    choice,
    choose: setChosen,
    typed,
    type: setTyped,
    id,
    idError: form.tried || typed !== "" ? idError : undefined,
    taken,
    kind,
    setKind,
    client,
    change,
    /** The request without the client's secret. */
    withoutSecret: requestOf(withoutSecret(client)),
  };
}

function fieldErrorOf(id: string): string | undefined {
  if (id === "") return words.idMissing;
  return /[\s/?#]|\p{Cc}/u.test(id) || id === "." || id === ".." ? words.idErrorText : undefined;
}
