import { DateTimeInput } from "@/kit/control/DateTimeInput";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { TextInput } from "@/kit/control/TextInput";
import { dateTimeText, readDateTime } from "@/kit/time/dateTime";
import { type Point, type RestorePoint, windowWords } from "./point";
import { POINT } from "./pointWords";
import { WindowTrack } from "./WindowTrack";

interface PointFieldsProps {
  /** The question: "Start from". */
  label: string;
  /** What "now" is called here. */
  nowLabel: string;
  /** Leaves "now" out: a branch cannot be set to what it is. */
  pastOnly?: boolean;
  /** Why there is no past to choose from, where there is none. */
  noPast?: string | undefined;
  point: Point;
  moment: string;
  lsn: string;
  /** What can be gone back to, besides any other moment. */
  points: readonly RestorePoint[];
  fieldErrors: { moment?: string | undefined; lsn?: string | undefined };
  /** By the platform's clock, like `now`. */
  earliest: number | undefined;
  /** Why the window begins later than the project's setting says. */
  shortened?: string | undefined;
  now: number;
  /** How far the platform's clock is ahead of this machine's, in milliseconds. */
  ahead: number;
  onChange(changed: { point?: Point; moment?: string; lsn?: string }): void;
}

/** Now, a point in time, or an LSN, with the limits of the restore window. */
export function PointFields(props: PointFieldsProps) {
  const {
    label,
    nowLabel,
    pastOnly = false,
    noPast,
    point,
    moment,
    lsn,
    points,
    fieldErrors,
    earliest,
    shortened,
    now,
    ahead,
    onChange,
  } = props;
  const past = { disabled: noPast !== undefined };
  return (
    <>
      <RadioGroup
        label={label}
        options={[
          ...(pastOnly ? [] : [{ value: "now" as const, label: nowLabel }]),
          { value: "moment" as const, label: POINT.moment, hint: noPast, ...past },
          { value: "lsn" as const, label: POINT.lsn, ...past },
        ]}
        value={point}
        onChange={(next) =>
          onChange({
            point: next,
            ...(next === "moment" && moment === "" && { moment: dateTimeText(now) }),
          })
        }
      />
      {point === "moment" && (
        <>
          {earliest !== undefined && (
            <WindowTrack
              earliest={earliest}
              shortened={shortened}
              now={now}
              ahead={ahead}
              at={readDateTime(moment)}
              points={points}
              onChange={(at) => onChange({ moment: dateTimeText(at) })}
            />
          )}
          <Field label={POINT.momentField} hint={windowWords(earliest, ahead)} error={fieldErrors.moment}>
            <DateTimeInput value={moment} onChange={(next) => onChange({ moment: next })} />
          </Field>
        </>
      )}
      {point === "lsn" && (
        <Field label={POINT.lsnField} hint={windowWords(earliest, ahead)} error={fieldErrors.lsn}>
          <TextInput mono placeholder="0/1A2B3C8" value={lsn} onChange={(next) => onChange({ lsn: next })} />
        </Field>
      )}
    </>
  );
}
