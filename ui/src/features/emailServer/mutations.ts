import type { Once } from "@/data/once";
import { emailServerQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type {
  EmailServerEdit,
  EmailServerView,
  ProbeSmtp,
  SmtpProbeView,
  TestEmail,
  TestEmailView,
} from "@/ipc/generated";
import type { EmailSubject } from "./places";

type Where = Pick<EmailSubject, "accountId" | "projectId">;

/** The password is in the wish, which is therefore taken once and remembered nowhere. */
export const settingServer = ({
  accountId,
  projectId,
}: Where): Work<EmailServerView, Once<EmailServerEdit>> => ({
  key: ["email", "set", accountId, projectId],
  run: (edit) => call.emailUpdate(accountId, projectId, edit.take()),
  settle: (server, _edit, client) =>
    client.setQueryData(emailServerQuery(accountId, projectId).queryKey, server),
});

/** Of each open form: one that was left with a server that hangs does not hold up the next. */
export const tryingServer = (form: number): Work<SmtpProbeView, Once<ProbeSmtp>> => ({
  key: ["email", "try", form],
  run: (request) => call.emailProbe(request.take()),
});

export const sendingTest = ({ accountId, projectId }: Where): Work<TestEmailView, Once<TestEmail>> => ({
  key: ["email", "test", accountId, projectId],
  run: (test) => call.emailTest(accountId, projectId, test.take()),
});
