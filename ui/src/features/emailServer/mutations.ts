import type { MutationSpec } from "@/data/mutation";
import { authPlace, emailServerQuery } from "@/data/queries";
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

/** Returns the operation that sets the server. */
export const serverUpdateAt = (at: Where, edit: EmailServerEdit) =>
  ({ kind: "emailUpdate", ...authPlace(at), edit }) as const;

/** Returns the operation that sends a test message. */
export const testAt = ({ accountId, projectId }: Where, test: TestEmail) =>
  ({ kind: "emailTest", accountId, projectId, test }) as const;

/** The password is in the request, which is therefore taken once and remembered nowhere. */
export const settingServer = (at: Where): MutationSpec<EmailServerView, SingleUse<EmailServerEdit>> => ({
  key: ["email", "set", at.accountId, at.projectId],
  run: (edit) => call(serverUpdateAt(at, edit.take())),
  onSuccess: (server, _edit, client) => client.setQueryData(emailServerQuery(at).queryKey, server),
});

/** Tries a server, each form on its own: a form that was left while a server hangs does not hold up the next. */
export const tryingServer = (form: number): MutationSpec<SmtpProbeView, SingleUse<ProbeSmtp>> => ({
  key: ["email", "try", form],
  reads: true,
  run: (request) => call({ kind: "emailProbe", request: request.take() }),
});

export const sendingTest = (at: Where): MutationSpec<TestEmailView, SingleUse<TestEmail>> => ({
  key: ["email", "test", at.accountId, at.projectId],
  run: (test) => call(testAt(at, test.take())),
});
