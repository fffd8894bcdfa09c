import { SeedField } from "@/features/seed/SeedField";
import type { SeedPreview } from "@/features/seed/useSeedPreview";
import { call } from "@/ipc/call";
import type { InstantServiceView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { PathField } from "@/kit/control/PathField";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Switch } from "@/kit/control/Switch";
import { TextInput } from "@/kit/control/TextInput";
import { AddressField } from "./AddressField";
import { type OptionsDraft, type OptionsErrors, serviceKey } from "./options";
import { OPTIONS } from "./words";

interface OptionsFieldsProps {
  draft: OptionsDraft;
  fieldErrors: OptionsErrors;
  services: readonly InstantServiceView[];
  /** Whether what the SQL file would do is shown. */
  seed: SeedPreview;
  /** The SQL file stands on top. */
  seedFirst: boolean;
  onChange(changed: Partial<OptionsDraft>): void;
}

export function OptionsFields(props: OptionsFieldsProps) {
  const { draft, fieldErrors, services, seedFirst, onChange } = props;
  return (
    <>
      {seedFirst && <SeedOptions {...props} />}
      <RadioGroup
        label={OPTIONS.place}
        options={serviceOptions(services)}
        value={draft.place}
        onChange={(service) => onChange({ place: service })}
      />
      {fieldErrors.place && <p role="alert">{fieldErrors.place}</p>}
      {draft.place === "custom" && (
        <AddressField
          value={draft.address}
          onChange={(address) => onChange({ address })}
          error={fieldErrors.address}
        />
      )}
      <Field label={OPTIONS.referrer} error={fieldErrors.reference} hint={OPTIONS.referrerHint}>
        <TextInput value={draft.reference} onChange={(reference) => onChange({ reference })} />
      </Field>
      <Switch
        checked={draft.logicalReplication}
        onChange={(logicalReplication) => onChange({ logicalReplication })}
        hint={OPTIONS.replicationHint}
      >
        {OPTIONS.replication}
      </Switch>
      <EnvOptions draft={draft} fieldErrors={fieldErrors} onChange={onChange} />
      {!seedFirst && <SeedOptions {...props} />}
    </>
  );
}

/** The SQL file that runs on the new database. */
function SeedOptions({ draft, fieldErrors, seed, seedFirst, onChange }: OptionsFieldsProps) {
  return (
    <section className={seedFirst ? "ui-stack" : "ui-group"} aria-label={OPTIONS.seed}>
      <SeedField
        label={OPTIONS.seedLabel}
        rowId={null}
        before={OPTIONS.noSeed}
        optional
        value={draft.seedPath}
        onChange={(seedPath) => onChange({ seedPath })}
        preview={seed}
        error={fieldErrors.seedPath}
      />
    </section>
  );
}

/** Where a database can be made, as choices. */
export function serviceOptions(services: readonly InstantServiceView[]) {
  const known = services
    .filter((service) => service.kind !== "custom")
    .map((service) => ({
      value: serviceKey(service.choice),
      label: service.label,
      hint: serviceHint(service),
    }));
  const here = services.some((service) => service.kind === "thisMachine");
  return [
    ...(here
      ? []
      : [
          {
            value: "here",
            label: OPTIONS.here,
            hint: OPTIONS.hereHint,
          },
        ]),
    ...known,
    { value: "custom", label: OPTIONS.custom, hint: OPTIONS.customHint },
  ];
}

function serviceHint({ kind, host, note, available }: InstantServiceView): string {
  if (kind === "thisMachine") return note ?? OPTIONS.local;
  return available ? OPTIONS.sent(host ?? OPTIONS.theService) : (note ?? OPTIONS.unreachable);
}

interface EnvOptionsProps {
  draft: OptionsDraft;
  fieldErrors: OptionsErrors;
  onChange(changed: Partial<OptionsDraft>): void;
}

/** The env file that is offered once the database is there, and what its variables are called. */
function EnvOptions({ draft, fieldErrors, onChange }: EnvOptionsProps) {
  const start = draft.envPath.trim() || null;
  return (
    <section className="ui-group" aria-label={OPTIONS.envFile}>
      <PathField
        label={OPTIONS.envPath}
        optional
        value={draft.envPath}
        onChange={(envPath) => onChange({ envPath })}
        onBrowse={() => call({ kind: "envPickFolder", start })}
        placeholder="~/code/app"
        hint={OPTIONS.envHint}
        error={fieldErrors.envPath}
      />
      <FieldPair>
        <Field label={OPTIONS.variable} error={fieldErrors.envKey}>
          <TextInput mono value={draft.envKey} onChange={(envKey) => onChange({ envKey })} />
        </Field>
        <Field label={OPTIONS.prefix} error={fieldErrors.envPrefix}>
          <TextInput mono value={draft.envPrefix} onChange={(envPrefix) => onChange({ envPrefix })} />
        </Field>
      </FieldPair>
    </section>
  );
}
