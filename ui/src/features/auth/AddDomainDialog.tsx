import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { addingDomain } from "./mutations";
import { domainsQuery, useReload } from "./queries";
import type { OnIntegration } from "./subjects";
import { addressOf, domainError, domainWords as words } from "./words";

/** Trusts a domain to send users back to. */
export function AddDomainDialog({ at }: { at: OnIntegration }) {
  const [typed, setTyped] = useState("");
  const domains = useQuery(domainsQuery(at)).data;
  const reload = useReload(at);
  const fieldError = domainError(typed);
  const domain = fieldError ? undefined : new URL(addressOf(typed)).origin;
  const taken = domain !== undefined && domains?.includes(domain) ? words.taken : undefined;
  const form = useForm(addingDomain(at), {
    fieldErrors: { domain: fieldError, taken },
    input: () => domain ?? "",
    // Another person may have added the domain meanwhile.
    onRefused: reload,
  });
  return (
    <CallFormDialog
      form={form}
      title={words.add}
      description={words.addAbout}
      size="small"
      submit={words.add}
      call={words.add}
      blocked={at.locked}
      failed={words.addFailed}
    >
      <Field
        label={words.column}
        hint={domain !== undefined && domain !== typed.trim() ? words.becomes(domain) : words.hint}
        error={form.fieldErrors.domain ?? taken}
      >
        <TextInput value={typed} onChange={setTyped} placeholder={words.example} mono />
      </Field>
    </CallFormDialog>
  );
}
