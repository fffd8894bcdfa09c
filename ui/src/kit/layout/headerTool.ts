import { createContext, type ReactNode } from "react";

/** What every screen has in its header, before its own tools. */
export const HeaderTool = createContext<ReactNode>(null);
