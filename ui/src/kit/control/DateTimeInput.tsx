import { dateTimeText, readDateTime } from "@/kit/time/dateTime";
import { TextInput } from "./TextInput";

interface DateTimeInputProps {
  /** The text as it is typed. */
  value: string;
  onChange(value: string): void;
  /** What an empty field stands for. */
  placeholder?: string;
}

/**
 * A date and time as text, which every date in the window is: the fields of the system follow its language, and showed
 * 11/27/2026 beside "Fri 27 Nov". A text that is read is written in full when the field is left.
 */
export function DateTimeInput({ value, onChange, placeholder }: DateTimeInputProps) {
  const complete = () => {
    const at = readDateTime(value);
    const full = at === undefined ? value : dateTimeText(at);
    // A fraction of a second that was typed stays as it is.
    if (full !== value && readDateTime(full) === at) onChange(full);
  };
  return <TextInput value={value} onChange={onChange} onBlur={complete} placeholder={placeholder} />;
}
