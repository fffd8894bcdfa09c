import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "@/features/base/useForm";
import { authCall } from "@/features/calls/AuthCallButton";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { addingDomain } from "./mutations";
import type { OnIntegration } from "./places";
import { domainsQuery, useReload } from "./queries";
import { faultOfDomain } from "./words";

/** Trusts a domain to send users back to. */
export function AddDomainDialog({ at }: { at: OnIntegration }) {
  const [typed, setTyped] = useState("");
  const domains = useQuery(domainsQuery(at.accountId, at.projectId)).data;
  const { provider } = at.integration;
  const reload = useReload(at);
  const fault = faultOfDomain(typed);
  const domain = fault ? undefined : new URL(typed.trim()).origin;
  const taken =
    domain !== undefined && domains?.includes(domain) ? "This domain is already in the list." : undefined;
  const form = useForm(addingDomain(at), {
    faults: { domain: fault, taken },
    input: () => domain ?? "",
    // Somebody else may have added it meanwhile.
    onRefused: reload,
  });
  return (
    <CallFormDialog
      form={form}
      title="Add domain"
      description="After sign-in, the auth provider may redirect users to this domain with proof of who they are. Add only domains you own."
      size="small"
      submit="Add domain"
      call={domain !== undefined && authCall(at, "Add domain", { kind: "addDomain", provider, domain })}
      blocked={at.locked}
      failed="The domain was not added"
    >
      <Field
        label="Domain"
        hint="With scheme and, if needed, port. Nothing after the host."
        error={form.faults.domain ?? taken}
      >
        <TextInput value={typed} onChange={setTyped} placeholder="https://shop.example.com" mono />
      </Field>
    </CallFormDialog>
  );
}
