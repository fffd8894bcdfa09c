import { COMMON } from "@/features/base/words";
import { DateTimeInput } from "@/kit/control/DateTimeInput";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { dateTimeText } from "@/kit/time/dateTime";
import { clockWords, formatDate } from "@/kit/time/formatDate";
import { END_OPTIONS, type EndChoice } from "./expiry";

import { EXPIRY } from "./words";

interface EndFieldsProps {
  end: EndChoice;
  endAt: string;
  fieldError: string | undefined;
  /** By the platform's clock. */
  now: number;
  /** How far the platform's clock is ahead of this machine's, in milliseconds. */
  ahead: number;
  /** What it means to have an end or none; of a branch when absent. */
  words?: { stays: string; hint: string };
  onChange(changed: { end?: EndChoice; endAt?: string }): void;
}

const DAY = 86_400_000;

/** When something expires: a usual span, or a date. */
export function EndFields(props: EndFieldsProps) {
  const { end, endAt, fieldError, now, ahead, words = EXPIRY, onChange } = props;
  return (
    <>
      <Field label={COMMON.expires} hint={end === "never" ? words.stays : words.hint}>
        <Select
          options={END_OPTIONS}
          value={end}
          onChange={(next) =>
            onChange({
              end: next,
              ...(next === "at" && endAt === "" && { endAt: dateTimeText(now + DAY) }),
            })
          }
        />
      </Field>
      {end === "at" && (
        <Field
          label={EXPIRY.on}
          hint={clockWords(ahead) && EXPIRY.today(formatDate(now, ahead))}
          error={fieldError}
        >
          <DateTimeInput value={endAt} onChange={(next) => onChange({ endAt: next })} />
        </Field>
      )}
    </>
  );
}
