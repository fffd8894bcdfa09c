import type { MutationSpec } from "@/data/mutation";
import { emailServerQuery } from "@/data/queries";
import type { SingleUse } from "@/data/singleUse";
import { call } from "@/ipc/call";
import type {
  EmailServerEdit,
  EmailServerView,
  ProbeSmtp,
  SmtpProbeView,
  TestEmail,
  TestEmailView,
} from "@/ipc/generated";
import type { EmailSubject } from "./subjects";

type Where = Pick<EmailSubject, "accountId" | "projectId" | "branchId">;

/** The password is in the request, which is therefore taken once and remembered nowhere. */
export const settingServer = (at: Where): MutationSpec<EmailServerView, SingleUse<EmailServerEdit>> => ({
  key: ["email", "set", at.accountId, at.projectId],
  run: (edit) => call.emailUpdate(at.accountId, at.projectId, edit.take(), at.branchId ?? null),
  onSuccess: (server, _edit, client) => client.setQueryData(emailServerQuery(at).queryKey, server),
});

/** Of each open form: one that was left with a server that hangs does not hold up the next. */
export const tryingServer = (form: number): MutationSpec<SmtpProbeView, SingleUse<ProbeSmtp>> => ({
  key: ["email", "try", form],
  reads: true,
  run: (request) => call.emailProbe(request.take()),
});

export const sendingTest = ({
  accountId,
  projectId,
}: Where): MutationSpec<TestEmailView, SingleUse<TestEmail>> => ({
  key: ["email", "test", accountId, projectId],
  run: (test) => call.emailTest(accountId, projectId, test.take()),
});
