import { useState } from "react";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { Notice } from "@/kit/state/Notice";
import { readWindow, shownAs, UNITS, type Unit } from "./retention";
import { SettingsPart } from "./SettingsPart";
import { type SettingProps, useUpdate } from "./updating";

/** How far back branches can be made from and set back to. */
export function HistorySetting({ accountId, project, locked }: SettingProps) {
  const update = useUpdate(accountId, project.id, "history");
  const now = project.historyRetentionSeconds;
  const shown = shownAs(now ?? 0);
  const [typed, setTyped] = useState<{ count?: string; unit?: Unit }>({});
  const count = typed.count ?? (now === null ? "" : shown.count);
  const unit = typed.unit ?? shown.unit;
  const isTyped = typed.count !== undefined || typed.unit !== undefined;
  const read = readWindow(count, unit);
  const fault = isTyped && "fault" in read ? read.fault : undefined;
  const seconds = "seconds" in read ? read.seconds : undefined;
  const changed =
    isTyped && seconds !== undefined && seconds !== now ? { historyRetentionSeconds: seconds } : undefined;
  const save = async () => {
    if (changed && (await update.save(changed))) setTyped({});
  };
  const type = (more: typeof typed) => {
    // The unit that was shown stays beside what is typed, whatever the window was before.
    setTyped((before) => ({ unit, ...before, ...more }));
    update.typed();
  };
  return (
    <SettingsPart
      accountId={accountId}
      projectId={project.id}
      title="Restore window"
      about="How far back a branch can be made from, or set back to. What lies further back is forgotten. At most 30 days; the plan may allow less."
      update={update}
      changed={changed}
      save="Save restore window"
      locked={locked}
      onSave={() => void save()}
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
