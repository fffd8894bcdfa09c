import { useMemo } from "react";
import type { ShownList } from "./useProjectRows";

/** The projects of a list as choices, by name. */
export const useProjectOptions = ({ items }: Pick<ShownList, "items">) =>
  useMemo(
    () =>
      items
        .map(({ id, name }) => ({ value: id, label: name, detail: id }))
        .sort((one, other) => one.label.localeCompare(other.label)),
    [items],
  );

/** Whether there are more than can be chosen yet. */
export const isComing = ({ pending, coming }: Pick<ShownList, "pending" | "coming">) => pending || coming > 0;
