import type { ContactView } from "@/ipc/generated";
import { contactReasons } from "@/ipc/words";
import type { Sort } from "@/kit/table/columns";
import { instantOf } from "@/time/clock";
import { NETWORK } from "./words";

/** What a row is known by: a host is listed once for each reason. */
export const keyOf = ({ reason, address }: ContactView): string => `${reason} ${address}`;

/** The contacts that hold every word of the filter in their address or reason. */
export function filtered(contacts: readonly ContactView[], filter: string): readonly ContactView[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return contacts;
  return contacts.filter(({ address, reason, isLocal }) => {
    const parts = [address, contactReasons[reason].word, isLocal ? NETWORK.local : ""];
    const text = parts.join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Contacts in the order of a column. */
export function sorted(contacts: readonly ContactView[], sort: Sort): readonly ContactView[] {
  const sign = sort.direction === "ascending" ? 1 : -1;
  return contacts.toSorted((one, other) => sign * compared(sort.column, one, other));
}

function compared(column: string, one: ContactView, other: ContactView): number {
  switch (column) {
    case "reason":
      return contactReasons[one.reason].word.localeCompare(contactReasons[other.reason].word);
    case "count":
      return one.count - other.count;
    case "unanswered":
      return one.unanswered - other.unanswered;
    case "first":
      return instantOf(one.firstAt) - instantOf(other.firstAt);
    case "last":
      return instantOf(one.lastAt) - instantOf(other.lastAt);
    default:
      return one.address.localeCompare(other.address, undefined, { numeric: true });
  }
}
