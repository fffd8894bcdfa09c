import { useDraft } from "@/features/base/useDraft";
import type { OrganizationPluginView, PluginEdit } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { FieldPair } from "@/kit/control/FieldPair";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { asNumber, BOUNDS, numberError, typed } from "./numbers";
import { type FieldErrors, NumberField, PluginForm } from "./PluginForm";
import type { PluginSubject } from "./subjects";
import { words } from "./words";

/** The dialog of organizations. */
export function OrganizationsForm({
  subject,
  known,
}: {
  subject: PluginSubject;
  known: OrganizationPluginView;
}) {
  const [draft, change] = useDraft({
    ...known,
    organizationLimit: typed(known.organizationLimit),
    membershipLimit: typed(known.membershipLimit),
  });
  const sent = (text: string) => (draft.enabled ? asNumber(text) : null);
  const limits = {
    organizationLimit: sent(draft.organizationLimit),
    membershipLimit: sent(draft.membershipLimit),
  };
  const edit: PluginEdit = {
    plugin: "organizations",
    edit: {
      ...(draft.enabled !== known.enabled && { enabled: draft.enabled }),
      ...(limits.organizationLimit !== null &&
        limits.organizationLimit !== known.organizationLimit && {
          organizationLimit: limits.organizationLimit,
        }),
      ...(limits.membershipLimit !== null &&
        limits.membershipLimit !== known.membershipLimit && { membershipLimit: limits.membershipLimit }),
      ...(draft.creatorRole !== known.creatorRole && { creatorRole: draft.creatorRole }),
      ...(draft.mailInvitations !== known.mailInvitations && { mailInvitations: draft.mailInvitations }),
    },
  };
  return (
    <PluginForm
      subject={subject}
      edit={edit}
      fieldErrors={{
        organizationLimit: numberError(draft.organizationLimit, known.organizationLimit, BOUNDS.count),
        membershipLimit: numberError(draft.membershipLimit, known.membershipLimit, BOUNDS.count),
      }}
      enabled={draft.enabled}
      onEnable={(enabled) => change({ enabled })}
    >
      {(errors) => <OrganizationFields draft={draft} change={change} errors={errors} />}
    </PluginForm>
  );
}

interface OrganizationDraft extends Omit<OrganizationPluginView, "organizationLimit" | "membershipLimit"> {
  organizationLimit: string;
  membershipLimit: string;
}

interface OrganizationFieldsProps {
  draft: OrganizationDraft;
  change(part: Partial<OrganizationDraft>): void;
  errors: FieldErrors;
}

function OrganizationFields({ draft, change, errors }: OrganizationFieldsProps) {
  const disabled = !draft.enabled;
  return (
    <>
      <FieldPair>
        <NumberField
          label={words.organizationLimit}
          bounds={BOUNDS.count}
          value={draft.organizationLimit}
          onChange={(organizationLimit) => change({ organizationLimit })}
          disabled={disabled}
          error={errors.organizationLimit}
        />
        <NumberField
          label={words.membershipLimit}
          bounds={BOUNDS.count}
          value={draft.membershipLimit}
          onChange={(membershipLimit) => change({ membershipLimit })}
          disabled={disabled}
          error={errors.membershipLimit}
        />
      </FieldPair>
      <RadioGroup
        label={words.creatorRole}
        disabled={disabled}
        options={[
          { value: "owner", label: words.owner },
          { value: "admin", label: words.admin },
        ]}
        value={draft.creatorRole === "admin" ? "admin" : "owner"}
        onChange={(creatorRole) => change({ creatorRole })}
      />
      <Checkbox
        checked={draft.mailInvitations}
        disabled={disabled}
        onChange={(mailInvitations) => change({ mailInvitations })}
      >
        {words.mailInvitations}
      </Checkbox>
    </>
  );
}
