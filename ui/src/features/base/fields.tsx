import type { RawField } from "@/kit/data/AllFields";
import { ByteSize } from "@/kit/data/ByteSize";
import { formatDuration } from "@/kit/time/duration";
import { type Clock, Instant } from "./Instant";
import { FIELDS } from "./words";

type Counted = number | null | undefined;

/** Values as they are copied and shown where everything that is known of a thing is listed. */
export function text(label: string, value: string | null | undefined): RawField {
  return { label, value: value === "" ? null : (value ?? null) };
}

export function number(label: string, value: Counted): RawField {
  return { label, value: value == null ? null : String(value) };
}

export function flag(label: string, value: boolean | null | undefined): RawField {
  return { label, value: value == null ? null : String(value), shown: value ? FIELDS.yes : FIELDS.no };
}

/** Nothing in the list is said in words: the platform reported that there is none. */
export function list(
  label: string,
  values: readonly string[] | undefined,
  none: string = FIELDS.none,
): RawField {
  if (values === undefined) return { label, value: null };
  return { label, value: values.join(", "), ...(values.length === 0 && { shown: none }) };
}

export function settings(label: string, values: { [name: string]: string } | undefined): RawField {
  const lines = values && Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return list(label, lines);
}

export function bytes(label: string, value: Counted): RawField {
  if (value == null) return { label, value: null };
  return { label, value: String(value), shown: <ByteSize bytes={value} /> };
}

export function seconds(label: string, value: Counted): RawField {
  if (value == null) return { label, value: null };
  return {
    label,
    value: String(value),
    shown: <span title={`${value} s`}>{formatDuration(value * 1000)}</span>,
  };
}

export function time(label: string, at: string | null | undefined, clock: Clock): RawField {
  if (at == null) return { label, value: null };
  return { label, value: at, shown: <Instant at={at} clock={clock} /> };
}
