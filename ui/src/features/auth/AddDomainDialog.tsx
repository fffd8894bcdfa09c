import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { addingDomain } from "./mutations";
import type { OnIntegration } from "./places";
import { domainsQuery, useLookAgain } from "./queries";
import { faultOfDomain } from "./words";

/** Trusts a domain to send users back to. */
export function AddDomainDialog({ at }: { at: OnIntegration }) {
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const domains = useQuery(domainsQuery(at.accountId, at.projectId)).data;
  const { provider } = at.integration;
  const adding = useWork(addingDomain(at));
  const close = useUnask();
  const lookAgain = useLookAgain(at);
  const fault = faultOfDomain(typed);
  const domain = fault ? undefined : new URL(typed.trim()).origin;
  const taken =
    domain !== undefined && domains?.includes(domain) ? "This domain is in the list already." : undefined;
  const add = async () => {
    setTried(true);
    if (domain === undefined || taken) return;
    if (await adding.start(domain)) close();
    // Somebody else may have added it meanwhile.
    else lookAgain();
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void add()}
      title="Add a domain"
      description="After a login the auth provider may send people back to it, with what proves who they are: add only what is yours."
      size="small"
      submit="Add domain"
      busy={adding.underWay}
      aside={
        domain !== undefined && (
          <AuthCallButton at={at} title="Add domain" call={{ kind: "addDomain", provider, domain }} />
        )
      }
      blocked={at.locked}
      after={adding.failure && <Failure title="The domain was not added" error={adding.failure.error} />}
    >
      <Field
        label="Domain"
        hint="With its scheme, and its port where it has one. Nothing after the host."
        error={(tried ? fault : undefined) ?? taken}
      >
        <TextInput value={typed} onChange={setTyped} placeholder="https://shop.example.com" mono />
      </Field>
    </FormDialog>
  );
}
