import { useState } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { emailError } from "@/features/base/email";
import { useDraft } from "@/features/base/useDraft";
import { type Form, useForm } from "@/features/base/useForm";
import { CallConfirmDialog, CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { TextInput } from "@/kit/control/TextInput";
import { FullPath } from "@/kit/data/FullPath";
import type { DialogComponents } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import {
  centsOf,
  changingRole,
  inviting,
  type MemberSubject,
  type OrganizationSubject,
  removingLimit,
  removingMember,
  settingLimit,
} from "./organization";
import { INVITE, LIMIT, NO_LIMIT, REMOVE, ROLE, ROLES, roleWord } from "./words";

/** Invites a person to the organization. */
function InvitePersonDialog({ at }: { at: OrganizationSubject }) {
  const [{ typed, role }, change] = useDraft({ typed: "", role: "member" });
  const email = typed.trim();
  const fieldError = emailError(typed, INVITE.whose);
  const form = useForm(inviting(at), {
    fieldErrors: { email: fieldError },
    refusals: { exists: "email" },
    input: () => ({ email, role }),
    onDone: (_invited, finish) => finish({ title: INVITE.done(email) }),
  });
  return (
    <CallFormDialog
      form={form}
      title={INVITE.title}
      description={INVITE.text(at.organizationName)}
      submit={INVITE.submit}
      blocked={at.locked}
      call={INVITE.title}
      failed={isUnclear(form) ? INVITE.unclear : INVITE.failed}
    >
      <Field label={INVITE.email} hint={INVITE.hint} error={form.fieldErrors.email}>
        <TextInput
          type="email"
          value={typed}
          onChange={(next) => change({ typed: next })}
          placeholder="ada@example.com"
        />
      </Field>
      <RoleField role={role} onChange={(next) => change({ role: next })} />
    </CallFormDialog>
  );
}

interface RoleFieldProps {
  role: string;
  onChange(role: string): void;
}

/** The roles of the platform, and the present one where that is another. */
function RoleField({ role, onChange }: RoleFieldProps) {
  const isKnown = ROLES.some((each) => each.role === role);
  const options = ROLES.map(({ role: value, label, hint }) => ({ value, label, hint }));
  return (
    <RadioGroup
      label={INVITE.role}
      value={role}
      onChange={onChange}
      options={isKnown ? options : [...options, { value: role, label: roleWord(role) }]}
    />
  );
}

/** Gives a member another role. */
function MemberRoleDialog({ subject }: { subject: MemberSubject }) {
  const { member } = subject;
  const now = member.role ?? "member";
  const [role, setRole] = useState(now);
  const form = useForm(changingRole(subject), { unchanged: role === now, input: () => role });
  return (
    <CallFormDialog
      form={form}
      title={ROLE.title(member.email)}
      submit={ROLE.submit}
      blocked={subject.locked}
      call={ROLE.call(member.email)}
      failed={isUnclear(form) ? ROLE.unclear : ROLE.failed}
    >
      <RoleField role={role} onChange={setRole} />
      {subject.isSelf && role !== "admin" && now === "admin" && <Notice tone="warning">{ROLE.self}</Notice>}
    </CallFormDialog>
  );
}

/** Removes a member, perhaps oneself. */
function RemoveMemberDialog({ subject }: { subject: MemberSubject }) {
  const { accountId, organizationName, member, isSelf } = subject;
  const account = useAccount(accountId);
  const form = useForm(removingMember(subject), { input: () => undefined, deletes: member.email });
  return (
    <CallConfirmDialog
      form={form}
      title={isSelf ? REMOVE.titleSelf : REMOVE.title}
      confirm={isSelf ? REMOVE.submitSelf : REMOVE.submit}
      typeName={isSelf || account?.isProduction ? organizationName : undefined}
      blocked={subject.locked}
      call={REMOVE.call(member.email)}
      failed={isUnclear(form) ? REMOVE.unclear : REMOVE.failed}
      retry
    >
      <FullPath of={[account?.name, organizationName, member.email]} />
      <p>{isSelf ? REMOVE.meansSelf(organizationName) : REMOVE.means(member.email, organizationName)}</p>
    </CallConfirmDialog>
  );
}

/** Sets what an organization wants to spend in a month at most. */
function SpendingLimitDialog({ at, cents: now }: { at: OrganizationSubject; cents: number | null }) {
  const [typed, setTyped] = useState(now === null ? "" : (now / 100).toFixed(2).replace(/\.00$/, ""));
  const cents = centsOf(typed);
  const form = useForm(settingLimit(at), {
    fieldErrors: {
      amount: typed.trim() === "" ? LIMIT.missing : cents === undefined ? LIMIT.invalid : undefined,
    },
    refusals: { invalid: "amount" },
    unchanged: cents === now,
    input: () => cents ?? 0,
  });
  return (
    <CallFormDialog
      form={form}
      title={LIMIT.title}
      description={LIMIT.text(at.organizationName)}
      size="small"
      submit={LIMIT.title}
      blocked={at.locked}
      call={LIMIT.title}
      failed={isUnclear(form) ? LIMIT.unclear : LIMIT.failed}
    >
      <Field label={LIMIT.amount} error={form.fieldErrors.amount}>
        <TextInput inputMode="decimal" value={typed} onChange={setTyped} placeholder="50" />
      </Field>
    </CallFormDialog>
  );
}

/** Takes the limit away. */
function RemoveSpendingLimitDialog({ at }: { at: OrganizationSubject }) {
  const account = useAccount(at.accountId);
  const form = useForm(removingLimit(at), { input: () => undefined });
  return (
    <CallConfirmDialog
      form={form}
      title={NO_LIMIT.title}
      confirm={NO_LIMIT.submit}
      blocked={at.locked}
      call={NO_LIMIT.submit}
      failed={isUnclear(form) ? NO_LIMIT.unclear : NO_LIMIT.failed}
      retry
    >
      <FullPath of={[account?.name, at.organizationName]} />
      <p>{NO_LIMIT.means(at.organizationName)}</p>
    </CallConfirmDialog>
  );
}

/** True if the change may have happened although its reply was lost. */
const isUnclear = ({ error }: Form) => error !== undefined && viewOf(error).code === "maybeCreated";

export const organizationDialogs = {
  invitePerson: InvitePersonDialog,
  memberRole: MemberRoleDialog,
  removeMember: RemoveMemberDialog,
  spendingLimit: SpendingLimitDialog,
  removeSpendingLimit: RemoveSpendingLimitDialog,
} satisfies Partial<DialogComponents>;
