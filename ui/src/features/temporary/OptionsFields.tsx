import { SeedField } from "@/features/seed/SeedField";
import type { SeedPreview } from "@/features/seed/useSeedPreview";
import { call } from "@/ipc/call";
import type { PlaceView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { PathField } from "@/kit/control/PathField";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Switch } from "@/kit/control/Switch";
import { TextInput } from "@/kit/control/TextInput";
import { type OptionsDraft, type OptionsFaults, placeKey } from "./options";
import { OPTIONS } from "./words";

interface OptionsFieldsProps {
  draft: OptionsDraft;
  faults: OptionsFaults;
  places: readonly PlaceView[];
  /** Whether what the SQL file would do is shown. */
  seed: SeedPreview;
  onChange(changed: Partial<OptionsDraft>): void;
}

export function OptionsFields({ draft, faults, places, seed, onChange }: OptionsFieldsProps) {
  return (
    <>
      <RadioGroup
        label={OPTIONS.place}
        options={placeOptions(places)}
        value={draft.place}
        onChange={(place) => onChange({ place })}
      />
      {faults.place && <p role="alert">{faults.place}</p>}
      {draft.place === "custom" && (
        <Field label={OPTIONS.address} error={faults.address} hint={OPTIONS.addressHint}>
          <TextInput
            mono
            value={draft.address}
            onChange={(address) => onChange({ address })}
            placeholder="https://instant.example.com"
          />
        </Field>
      )}
      <Field label={OPTIONS.referrer} error={faults.reference} hint={OPTIONS.referrerHint}>
        <TextInput value={draft.reference} onChange={(reference) => onChange({ reference })} />
      </Field>
      <Switch
        checked={draft.logicalReplication}
        onChange={(logicalReplication) => onChange({ logicalReplication })}
        hint={OPTIONS.replicationHint}
      >
        {OPTIONS.replication}
      </Switch>
      <EnvOptions draft={draft} faults={faults} onChange={onChange} />
      <section className="ui-group" aria-label={OPTIONS.seed}>
        <SeedField
          label={OPTIONS.seedLabel}
          rowId={null}
          before={OPTIONS.noSeed}
          optional
          value={draft.seedPath}
          onChange={(seedPath) => onChange({ seedPath })}
          preview={seed}
          error={faults.seedPath}
        />
      </section>
    </>
  );
}

function placeOptions(places: readonly PlaceView[]) {
  const known = places
    .filter((place) => place.kind !== "custom")
    .map((place) => ({
      value: placeKey(place.choice),
      label: place.label,
      hint: placeHint(place),
    }));
  const here = places.some((place) => place.kind === "thisMachine");
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

function placeHint({ kind, host, note, available }: PlaceView): string {
  if (kind === "thisMachine") return [OPTIONS.local, note].filter(Boolean).join(". ");
  return available ? OPTIONS.sent(host ?? OPTIONS.theService) : (note ?? OPTIONS.unreachable);
}

interface EnvOptionsProps {
  draft: OptionsDraft;
  faults: OptionsFaults;
  onChange(changed: Partial<OptionsDraft>): void;
}

/** The env file that is offered once the database is there, and what its variables are called. */
function EnvOptions({ draft, faults, onChange }: EnvOptionsProps) {
  const start = draft.envPath.trim() || null;
  return (
    <section className="ui-group" aria-label={OPTIONS.envFile}>
      <PathField
        label={OPTIONS.envPath}
        optional
        value={draft.envPath}
        onChange={(envPath) => onChange({ envPath })}
        onBrowse={() => call.envPickFolder(start)}
        placeholder="~/code/app"
        hint={OPTIONS.envHint}
        error={faults.envPath}
      />
      <FieldPair>
        <Field label={OPTIONS.variable} error={faults.envKey}>
          <TextInput mono value={draft.envKey} onChange={(envKey) => onChange({ envKey })} />
        </Field>
        <Field label={OPTIONS.prefix} error={faults.envPrefix}>
          <TextInput mono value={draft.envPrefix} onChange={(envPrefix) => onChange({ envPrefix })} />
        </Field>
      </FieldPair>
    </section>
  );
}
