import { useDraft } from "@/features/base/useDraft";
import type { MagicLinkView, PhoneNumberView, PluginEdit } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { asNumber, BOUNDS, numberError, typed } from "./numbers";
import { OrganizationsForm } from "./OrganizationsForm";
import { NumberField, PluginForm } from "./PluginForm";
import type { PluginSubject } from "./subjects";
import { words } from "./words";

/** Changes one plugin. Only what differs is sent. */
export function PluginDialog({ subject }: { subject: PluginSubject }) {
  switch (subject.plugin) {
    case "magicLink":
      return <MagicLinkForm subject={subject} known={subject.settings} />;
    case "phoneNumber":
      return <PhoneNumberForm subject={subject} known={subject.settings} />;
    case "organizations":
      return <OrganizationsForm subject={subject} known={subject.settings} />;
  }
}

function MagicLinkForm({ subject, known }: { subject: PluginSubject; known: MagicLinkView }) {
  const [draft, change] = useDraft({ ...known, expiresIn: typed(known.expiresIn) });
  const expiresIn = draft.enabled ? asNumber(draft.expiresIn) : null;
  const edit: PluginEdit = {
    plugin: "magicLink",
    edit: {
      ...(draft.enabled !== known.enabled && { enabled: draft.enabled }),
      ...(expiresIn !== null && expiresIn !== known.expiresIn && { expiresIn }),
      ...(draft.disableSignUp !== known.disableSignUp && { disableSignUp: draft.disableSignUp }),
    },
  };
  return (
    <PluginForm
      subject={subject}
      edit={edit}
      fieldErrors={{ expiresIn: numberError(draft.expiresIn, known.expiresIn, BOUNDS.minutes) }}
      enabled={draft.enabled}
      onEnable={(enabled) => change({ enabled })}
    >
      {(errors) => (
        <>
          <NumberField
            label={words.linkMinutes}
            bounds={BOUNDS.minutes}
            value={draft.expiresIn}
            onChange={(expiresIn) => change({ expiresIn })}
            disabled={!draft.enabled}
            error={errors.expiresIn}
          />
          <Checkbox
            checked={!draft.disableSignUp}
            disabled={!draft.enabled}
            onChange={(can) => change({ disableSignUp: !can })}
            hint={words.canSignUpHint}
          >
            {words.linkSignUp}
          </Checkbox>
        </>
      )}
    </PluginForm>
  );
}

function PhoneNumberForm({ subject, known }: { subject: PluginSubject; known: PhoneNumberView }) {
  const [draft, change] = useDraft({ ...known, expiresIn: typed(known.expiresIn) });
  const expiresIn = draft.enabled ? asNumber(draft.expiresIn) : null;
  const edit: PluginEdit = {
    plugin: "phoneNumber",
    edit: {
      ...(draft.enabled !== known.enabled && { enabled: draft.enabled }),
      ...(expiresIn !== null && expiresIn !== known.expiresIn && { expiresIn }),
    },
  };
  return (
    <PluginForm
      subject={subject}
      edit={edit}
      fieldErrors={{ expiresIn: numberError(draft.expiresIn, known.expiresIn, BOUNDS.seconds) }}
      enabled={draft.enabled}
      onEnable={(enabled) => change({ enabled })}
    >
      {(errors) => (
        <NumberField
          label={words.codeSeconds}
          bounds={BOUNDS.seconds}
          value={draft.expiresIn}
          onChange={(expiresIn) => change({ expiresIn })}
          disabled={!draft.enabled}
          error={errors.expiresIn}
        />
      )}
    </PluginForm>
  );
}
