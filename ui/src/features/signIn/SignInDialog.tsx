import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { EmailAndPasswordView, SignInEdit } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { changingSignIn } from "./data";
import type { SignInSubject } from "./subjects";
import { words } from "./words";

/** Changes how people sign in with email and password. Only what differs is sent. */
export function SignInDialog({ subject }: { subject: SignInSubject }) {
  const { withPassword } = subject;
  const [draft, change] = useDraft(withPassword);
  const edit = editOf(withPassword, draft);
  const form = useForm(changingSignIn(subject), {
    unchanged: Object.keys(edit).length === 0,
    input: () => edit,
  });
  return (
    <CallFormDialog
      form={form}
      title={words.dialog}
      description={words.about(subject.projectName)}
      submit={words.submit}
      blocked={subject.locked}
      call={words.submit}
      failed={words.failed}
    >
      <Checkbox checked={draft.enabled} onChange={(enabled) => change({ enabled })} hint={words.enabledHint}>
        {words.enabled}
      </Checkbox>
      <PasswordFields draft={draft} change={change} />
    </CallFormDialog>
  );
}

interface PasswordFieldsProps {
  draft: EmailAndPasswordView;
  change(part: Partial<EmailAndPasswordView>): void;
}

function PasswordFields({ draft, change }: PasswordFieldsProps) {
  const disabled = !draft.enabled;
  return (
    <>
      <Checkbox
        checked={!draft.disableSignUp}
        disabled={disabled}
        onChange={(can) => change({ disableSignUp: !can })}
        hint={words.canSignUpHint}
      >
        {words.canSignUp}
      </Checkbox>
      <Checkbox
        checked={draft.requireVerification}
        disabled={disabled}
        onChange={(requireVerification) => change({ requireVerification })}
        hint={words.mustVerifyHint}
      >
        {words.mustVerify}
      </Checkbox>
      <RadioGroup
        label={words.verifyBy}
        disabled={disabled}
        options={[
          { value: "otp", label: words.byCode, hint: words.byCodeHint },
          { value: "link", label: words.byLink, hint: words.byLinkHint },
        ]}
        value={draft.verificationMethod === "link" ? "link" : "otp"}
        onChange={(verificationMethod) => change({ verificationMethod })}
      />
      <Checkbox
        checked={draft.autoSignIn}
        disabled={disabled}
        onChange={(autoSignIn) => change({ autoSignIn })}
      >
        {words.autoSignIn}
      </Checkbox>
      <Checkbox
        checked={draft.mailOnSignUp}
        disabled={disabled}
        onChange={(mailOnSignUp) => change({ mailOnSignUp })}
      >
        {words.mailOnSignUp}
      </Checkbox>
      <Checkbox
        checked={draft.mailOnSignIn}
        disabled={disabled}
        onChange={(mailOnSignIn) => change({ mailOnSignIn })}
      >
        {words.mailOnSignIn}
      </Checkbox>
    </>
  );
}

/** Returns the fields that differ. */
function editOf(known: EmailAndPasswordView, draft: EmailAndPasswordView): SignInEdit {
  return {
    ...(draft.enabled !== known.enabled && { enabled: draft.enabled }),
    ...(draft.verificationMethod !== known.verificationMethod && {
      verificationMethod: draft.verificationMethod,
    }),
    ...(draft.requireVerification !== known.requireVerification && {
      requireVerification: draft.requireVerification,
    }),
    ...(draft.autoSignIn !== known.autoSignIn && { autoSignIn: draft.autoSignIn }),
    ...(draft.mailOnSignUp !== known.mailOnSignUp && { mailOnSignUp: draft.mailOnSignUp }),
    ...(draft.mailOnSignIn !== known.mailOnSignIn && { mailOnSignIn: draft.mailOnSignIn }),
    ...(draft.disableSignUp !== known.disableSignUp && { disableSignUp: draft.disableSignUp }),
  };
}
