import { createContext } from "react";

/** True for the menu of a row that left the list and keeps its place for now: nothing can be done with it. */
export const RowGone = createContext(false);
