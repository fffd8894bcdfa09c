import type { SnapshotScheduleView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { IconButton } from "@/kit/control/IconButton";
import { type Option, Select } from "@/kit/control/Select";
import styles from "./Snapshots.module.css";
import { FREQUENCIES, MONTHS, SCHEDULE, WEEKDAYS } from "./words";

interface ScheduleItemFieldsProps {
  number: number;
  item: SnapshotScheduleView;
  onChange(item: SnapshotScheduleView): void;
  onRemove(): void;
}

/** One rhythm of a schedule: how often, when, and how long what it takes is kept. */
export function ScheduleItemFields({ number, item, onChange, onRemove }: ScheduleItemFieldsProps) {
  const { frequency, hour, day, month, retentionSeconds } = item;
  const change = (changed: Partial<SnapshotScheduleView>) => onChange({ ...item, ...changed });
  return (
    <fieldset className={styles.item} aria-label={SCHEDULE.item(number)}>
      <Field label={SCHEDULE.frequency}>
        <Select
          options={FREQUENCY_OPTIONS}
          value={frequency}
          onChange={(next) => onChange(first(next, item))}
        />
      </Field>
      {frequency === "yearly" && (
        <Field label={SCHEDULE.month}>
          <Select
            options={numbered(MONTHS)}
            value={String(month ?? 1)}
            onChange={(next) => change({ month: Number(next) })}
          />
        </Field>
      )}
      {["weekly", "monthly", "yearly"].includes(frequency) && (
        <Field label={SCHEDULE.day}>
          <Select
            options={frequency === "weekly" ? numbered(WEEKDAYS) : DAYS_OF_MONTH}
            value={String(day ?? 1)}
            onChange={(next) => change({ day: Number(next) })}
          />
        </Field>
      )}
      {frequency !== "hourly" && (
        <Field label={SCHEDULE.hour}>
          <Select
            options={HOURS}
            value={String(hour ?? 0)}
            onChange={(next) => change({ hour: Number(next) })}
          />
        </Field>
      )}
      <Field label={SCHEDULE.keep}>
        <Select
          options={keepOptions(retentionSeconds)}
          value={String(retentionSeconds ?? 0)}
          onChange={(next) => change({ retentionSeconds: Number(next) || null })}
        />
      </Field>
      <span className={styles.remove}>
        <IconButton icon="trash" label={SCHEDULE.remove} onClick={onRemove} />
      </span>
    </fieldset>
  );
}

/** The same in another rhythm, with only what that needs. */
function first(frequency: string, { hour, retentionSeconds }: SnapshotScheduleView): SnapshotScheduleView {
  const hasDay = ["weekly", "monthly", "yearly"].includes(frequency);
  return {
    frequency,
    hour: frequency === "hourly" ? null : (hour ?? 3),
    day: hasDay ? 1 : null,
    month: frequency === "yearly" ? 1 : null,
    retentionSeconds,
  };
}

const FREQUENCY_OPTIONS = Object.entries(FREQUENCIES).map(([value, label]) => ({ value, label }));

const numbered = (words: readonly string[]): Option<string>[] =>
  words.map((label, at) => ({ value: String(at + 1), label }));

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, at) => ({
  value: String(at + 1),
  label: String(at + 1),
}));

const DAY = 86_400;

/** The usual spans, and the one that is set where that is another. */
function keepOptions(set: number | null): Option<string>[] {
  const spans = new Set([1, 7, 14, 30, 90, 365].map((days) => days * DAY));
  if (set !== null) spans.add(set);
  const days = [...spans].sort((a, b) => a - b);
  return [
    ...days.map((seconds) => ({ value: String(seconds), label: keepWords(seconds) })),
    { value: "0", label: SCHEDULE.forever },
  ];
}

function keepWords(seconds: number): string {
  return seconds % DAY === 0 ? SCHEDULE.days(seconds / DAY) : SCHEDULE.hours(Math.round(seconds / 3600));
}
