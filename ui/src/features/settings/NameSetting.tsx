import { TypedSetting } from "./TypedSetting";
import { words } from "./words";

interface NameSettingProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

const NAME = /^[a-z_][a-z0-9_]{0,62}$/;
const RESERVED = /^(pg_.*|template.*|information_schema|none|postgres|public|plinth_(admin|heir|users))$/;

/** A name that PostgreSQL and a URL take as it stands. */
export function NameSetting({ label, value, onChange }: NameSettingProps) {
  const read = (typed: string) => {
    if (!NAME.test(typed)) return { fieldError: words.plainName };
    return RESERVED.test(typed) ? { fieldError: words.reservedName(typed) } : { value: typed };
  };
  return <TypedSetting label={label} text value={value} read={read} onChange={onChange} />;
}
