import { COMMON } from "@/features/base/words";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { END_OPTIONS, type EndChoice } from "./expiry";
import { momentText } from "./point";
import { EXPIRY } from "./words";

interface EndFieldsProps {
  end: EndChoice;
  endAt: string;
  fieldError: string | undefined;
  /** By the platform's clock. */
  now: number;
  /** How far the platform's clock is ahead of this machine's, in milliseconds. */
  ahead: number;
  onChange(changed: { end?: EndChoice; endAt?: string }): void;
}

const DAY = 86_400_000;

/** When a branch expires: a usual span, or a date. */
export function EndFields({ end, endAt, fieldError, now, ahead, onChange }: EndFieldsProps) {
  return (
    <>
      <Field label={COMMON.expires} hint={end === "never" ? EXPIRY.stays : EXPIRY.hint}>
        <Select
          options={END_OPTIONS}
          value={end}
          onChange={(next) =>
            onChange({
              end: next,
              ...(next === "at" && endAt === "" && { endAt: momentText(now + DAY, ahead) }),
            })
          }
        />
      </Field>
      {end === "at" && (
        <Field label={EXPIRY.on} error={fieldError}>
          <TextInput
            type="datetime-local"
            step={1}
            min={momentText(now, ahead)}
            value={endAt}
            onChange={(next) => onChange({ endAt: next })}
          />
        </Field>
      )}
    </>
  );
}
