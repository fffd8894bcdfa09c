import { useQuery } from "@tanstack/react-query";
import { branchesQuery } from "@/data/queries";
import { historyUse, shortenedWords, usedWords } from "@/features/base/historyUse";
import { COMMON } from "@/features/base/words";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { Notice } from "@/kit/state/Notice";
import { SettingsPart } from "./SettingsPart";
import { type SettingProps, useSetting } from "./updating";
import { RESTORE_WINDOW } from "./words";

/** How far back branches can be made from and set back to. */
export function HistorySetting(at: SettingProps) {
  const { project, locked } = at;
  const setting = useSetting<{ count: string; unit: Unit }>(at, "history");
  const { typed } = setting;
  const history = historyUse(useQuery(branchesQuery(at.accountId, project.id)).data);
  const shortened = history && shortenedWords(history);
  const now = project.historyRetentionSeconds;
  const shown = shownAs(now ?? 0);
  const count = typed.count ?? (now === null ? "" : shown.count);
  const unit = typed.unit ?? shown.unit;
  const isTyped = typed.count !== undefined || typed.unit !== undefined;
  const read = readWindow(count, unit);
  const fieldError = isTyped && "fieldError" in read ? read.fieldError : undefined;
  const seconds = "seconds" in read ? read.seconds : undefined;
  const changed =
    isTyped && seconds !== undefined && seconds !== now ? { historyRetentionSeconds: seconds } : undefined;
  // The unit that was shown stays beside what is typed, whatever the window was before.
  const type = (more: typeof typed) => setting.type({ unit, ...more });
  return (
    <SettingsPart
      setting={setting}
      title={COMMON.restoreWindow}
      about={RESTORE_WINDOW.about}
      changed={changed}
      save={RESTORE_WINDOW.save}
    >
      <FieldPair>
        <Field label={RESTORE_WINDOW.length} error={fieldError} disabled={locked !== undefined}>
          <TextInput
            inputMode="decimal"
            value={count}
            onChange={(value) => type({ count: value })}
            placeholder={now === null ? COMMON.notReported : ""}
          />
        </Field>
        <Field label={RESTORE_WINDOW.unit} disabled={locked !== undefined}>
          <Select
            options={UNITS}
            value={unit}
            onChange={(value) => type({ unit: value })}
            disabled={locked !== undefined}
          />
        </Field>
      </FieldPair>
      {history && <p className="ui-faint">{RESTORE_WINDOW.used(usedWords(history))}</p>}
      {shortened && (
        <Notice tone="warning" title={shortened}>
          {RESTORE_WINDOW.nothingWaits}
        </Notice>
      )}
      {changed && now !== null && changed.historyRetentionSeconds < now && (
        <Notice tone="warning">
          {changed.historyRetentionSeconds === 0 ? RESTORE_WINDOW.turnsOff : RESTORE_WINDOW.shrinks}
        </Notice>
      )}
    </SettingsPart>
  );
}

const HOUR = 3600;
const DAY = 24 * HOUR;
/** The longest restore window, in seconds. */
const LONGEST = 30 * DAY;

type Unit = "seconds" | "minutes" | "hours" | "days";

const SECONDS: Record<Unit, number> = { seconds: 1, minutes: 60, hours: HOUR, days: DAY };

const UNITS: ReadonlyArray<{ value: Unit; label: string }> = [
  { value: "days", label: RESTORE_WINDOW.days },
  { value: "hours", label: RESTORE_WINDOW.hours },
  { value: "minutes", label: RESTORE_WINDOW.minutes },
  { value: "seconds", label: RESTORE_WINDOW.seconds },
];

/** A window in the largest unit that it is a whole number of. */
export function shownAs(seconds: number): { count: string; unit: Unit } {
  const unit =
    UNITS.find(({ value }) => seconds >= SECONDS[value] && seconds % SECONDS[value] === 0)?.value ?? "days";
  return { count: String(seconds / SECONDS[unit]), unit };
}

/** A window as it was typed, in seconds; or why it cannot be. */
export function readWindow(count: string, unit: Unit): { seconds: number } | { fieldError: string } {
  const typed = count.trim().replace(",", ".");
  if (!/^\d+(\.\d+)?$/.test(typed)) return { fieldError: RESTORE_WINDOW.invalid };
  const seconds = Math.round(Number(typed) * SECONDS[unit]);
  if (seconds > LONGEST) return { fieldError: RESTORE_WINDOW.tooLong };
  return { seconds };
}
