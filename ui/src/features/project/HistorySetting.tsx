import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { Notice } from "@/kit/state/Notice";
import { readWindow, shownAs, UNITS, type Unit } from "./retention";
import { SettingsPart } from "./SettingsPart";
import { type SettingProps, useSetting } from "./updating";

/** How far back branches can be made from and set back to. */
export function HistorySetting(at: SettingProps) {
  const { project, locked } = at;
  const setting = useSetting<{ count: string; unit: Unit }>(at, "history");
  const { typed } = setting;
  const now = project.historyRetentionSeconds;
  const shown = shownAs(now ?? 0);
  const count = typed.count ?? (now === null ? "" : shown.count);
  const unit = typed.unit ?? shown.unit;
  const isTyped = typed.count !== undefined || typed.unit !== undefined;
  const read = readWindow(count, unit);
  const fault = isTyped && "fault" in read ? read.fault : undefined;
  const seconds = "seconds" in read ? read.seconds : undefined;
  const changed =
    isTyped && seconds !== undefined && seconds !== now ? { historyRetentionSeconds: seconds } : undefined;
  // The unit that was shown stays beside what is typed, whatever the window was before.
  const type = (more: typeof typed) => setting.type({ unit, ...more });
  return (
    <SettingsPart
      setting={setting}
      title="Restore window"
      about="How far back a branch can be made from, or set back to. What lies further back is forgotten. At most 30 days; the plan may allow less."
      changed={changed}
      save="Save restore window"
    >
      <FieldPair>
        <Field label="Length" error={fault} disabled={locked !== undefined}>
          <TextInput
            inputMode="decimal"
            value={count}
            onChange={(value) => type({ count: value })}
            placeholder={now === null ? "not told" : ""}
          />
        </Field>
        <Field label="Unit" disabled={locked !== undefined}>
          <Select
            options={UNITS}
            value={unit}
            onChange={(value) => type({ unit: value })}
            disabled={locked !== undefined}
          />
        </Field>
      </FieldPair>
      {changed && now !== null && changed.historyRetentionSeconds < now && (
        <Notice tone="warning">
          {changed.historyRetentionSeconds === 0
            ? "Without a window nothing can be restored from the past, and branches begin at the present only."
            : "History beyond the new window is lost and does not come back when the window is made longer."}
        </Notice>
      )}
    </SettingsPart>
  );
}
