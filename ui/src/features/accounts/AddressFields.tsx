import { call } from "@/ipc/call";
import type { CertificatesView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { PathField } from "@/kit/control/PathField";
import { TextInput } from "@/kit/control/TextInput";
import { formatDate } from "@/kit/time/formatDate";
import { currentTime, instantOf } from "@/time/clock";
import { ADDRESS } from "./words";

interface Addresses {
  baseUrl: string;
  instantUrl: string;
  /** A path; empty for servers that a public authority signs. */
  caFile: string;
}

interface AddressFieldsProps {
  addresses: Addresses;
  /** The authority that is kept already. */
  ca?: CertificatesView | null;
  wrong: { baseUrl?: string | undefined; instantUrl?: string | undefined; caFile?: string | undefined };
  onChange(changed: Partial<Addresses>): void;
}

/** Where a platform of one's own is. */
export function AddressFields({ addresses, ca = null, wrong, onChange }: AddressFieldsProps) {
  return (
    <>
      <Field label={ADDRESS.api} hint={ADDRESS.apiHint} error={wrong.baseUrl}>
        <TextInput
          mono
          placeholder="https://api.example.com/api/v2"
          value={addresses.baseUrl}
          onChange={(baseUrl) => onChange({ baseUrl })}
        />
      </Field>
      <Field label={ADDRESS.instant} hint={ADDRESS.instantHint} error={wrong.instantUrl} optional>
        <TextInput mono value={addresses.instantUrl} onChange={(instantUrl) => onChange({ instantUrl })} />
      </Field>
      <PathField
        label={ADDRESS.ca}
        optional
        hint={authorityWords(ca?.path === addresses.caFile ? ca : null)}
        error={wrong.caFile}
        placeholder="~/certificates/ca.pem"
        value={addresses.caFile}
        onChange={(caFile) => onChange({ caFile })}
        onBrowse={() => call({ kind: "accountPickCaFile", start: addresses.caFile.trim() || null })}
      />
    </>
  );
}

/** What a CA file is for, or what is kept of the one that was read. */
export function authorityWords(kept: CertificatesView | null): string {
  if (kept === null) return ADDRESS.caHint;
  const isExpired = instantOf(kept.expiresAt) < currentTime();
  return ADDRESS.caKept(kept.subject, kept.count - 1, isExpired, formatDate(kept.expiresAt, 0, "dayOfYear"));
}
