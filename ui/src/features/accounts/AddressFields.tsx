import { counted } from "@/data/format";
import { call } from "@/ipc/call";
import type { CertificatesView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { PathField } from "@/kit/control/PathField";
import { TextInput } from "@/kit/control/TextInput";
import { formatDate } from "@/kit/time/formatDate";
import { currentTime, instantOf } from "@/time/clock";

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
      <Field
        label="Address of the Management API"
        hint="Up to its version. https, or http on this machine, where another of its users could answer while your server is down."
        error={wrong.baseUrl}
      >
        <TextInput
          mono
          placeholder="https://api.example.com/api/v2"
          value={addresses.baseUrl}
          onChange={(baseUrl) => onChange({ baseUrl })}
        />
      </Field>
      <Field
        label="Address of its temporary databases"
        hint="Where they can be made without a key."
        error={wrong.instantUrl}
        optional
      >
        <TextInput mono value={addresses.instantUrl} onChange={(instantUrl) => onChange({ instantUrl })} />
      </Field>
      <PathField
        label="CA file of its servers"
        optional
        hint={authorityWords(ca?.path === addresses.caFile ? ca : null)}
        error={wrong.caFile}
        placeholder="~/certificates/ca.pem"
        value={addresses.caFile}
        onChange={(caFile) => onChange({ caFile })}
        onBrowse={() => call.accountPickCaFile(addresses.caFile.trim() || null)}
      />
    </>
  );
}

/** What a CA file is for, or what is kept of the one that was read. */
export function authorityWords(kept: CertificatesView | null): string {
  if (kept === null) {
    return "A PEM file, where no public authority signs its PostgreSQL servers. It is read when the account is saved, and kept.";
  }
  const more =
    kept.count > 1 ? ` and ${counted(kept.count - 1, "more certificate", "more certificates")}` : "";
  const ends = instantOf(kept.expiresAt) < currentTime() ? "Expired" : "Valid until";
  return `${kept.subject}${more}. ${ends} ${formatDate(kept.expiresAt, 0, "dayOfYear")}. Empty the field to forget it.`;
}
