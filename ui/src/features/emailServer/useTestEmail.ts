import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { authIntegrationsQuery, branchesQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { once } from "@/features/accounts/once";
import type { TestEmailView } from "@/ipc/generated";
import { faultOfMailbox } from "./checks";
import { callOfTest, type Draft, faultOfPassword, testOf } from "./draft";
import { sendingTest } from "./mutations";
import type { EmailSubject } from "./places";

const NO_FAULTS: { recipient?: string | undefined; password?: string | undefined } = {};

/** A test message on its way: to whom, with which password, and what became of it. */
export function useTestEmail(subject: EmailSubject, draft: Draft) {
  const owner = useAccount(subject.accountId)?.owner ?? "";
  const branch = useBranch(subject);
  const sending = useWork(sendingTest(subject));
  const [recipient, setRecipient] = useState(() => (faultOfMailbox(owner) ? "" : owner));
  const [password, setPassword] = useState(draft.password);
  const [tried, setTried] = useState(false);
  const [result, setResult] = useState<TestEmailView & { to: string }>();
  const faults = {
    recipient: faultOfMailbox(recipient),
    password: faultOfPassword(password, false),
  };
  const send = async () => {
    setTried(true);
    setResult(undefined);
    if (faults.recipient || faults.password || branch.id === undefined) return;
    const sent = await sending.start(once(testOf({ ...draft, password }, branch.id, recipient)));
    if (sent) setResult({ ...sent, to: recipient.trim() });
  };
  return {
    branch,
    recipient,
    setRecipient,
    password,
    setPassword,
    /** What would be sent now, as a call that can be written down. */
    call: branch.id !== undefined && !faults.recipient ? callOfTest(draft, branch.id, recipient) : undefined,
    faults: tried ? faults : NO_FAULTS,
    send,
    result,
    underWay: sending.underWay,
    failure: sending.failure,
  };
}

/** The branch of the integration; the default one where the platform does not tell. */
function useBranch({ accountId, projectId }: EmailSubject) {
  const integrations = useQuery(authIntegrationsQuery(accountId, projectId));
  const branches = useQuery(branchesQuery(accountId, projectId));
  const told = integrations.data?.find(({ branchId }) => branchId !== null)?.branchId;
  const usual = branches.data?.find(({ isDefault }) => isDefault)?.id;
  const id = told ?? (integrations.isPending ? undefined : usual);
  const lookAgain = () => {
    void integrations.refetch();
    void branches.refetch();
  };
  return { id, error: id === undefined ? (integrations.error ?? branches.error) : null, lookAgain };
}
