import { useRef } from "react";

/** The former list while the new one holds the same. */
export function useSame<Item>(list: readonly Item[]): readonly Item[] {
  const last = useRef(list);
  const isSame = list.length === last.current.length && list.every((each, at) => each === last.current[at]);
  if (!isSame) last.current = list;
  return last.current;
}
