import { counted } from "@/data/format";
import type { CertificatesView } from "@/ipc/generated";
import { formatDate } from "@/kit/time/formatDate";
import { currentTime, instantOf } from "@/time/clock";

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
