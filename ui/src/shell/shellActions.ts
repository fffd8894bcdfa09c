import { type Action, action } from "@/kit/action/action";
import { PALETTE } from "./paletteEntries";

interface ShellPowers {
  openPalette(): void;
  openHelp(): void;
  back(): void;
}

/** What the frame itself can do. */
export function shellActions({ openPalette, openHelp, back }: ShellPowers): readonly Action[] {
  return [
    action({
      id: PALETTE,
      group: "General",
      title: "Search and do anything",
      icon: "search",
      shortcut: "Mod+K",
      keywords: "command palette",
      run: openPalette,
    }),
    action({
      id: "shell.shortcuts",
      group: "General",
      title: "Show keyboard shortcuts",
      icon: "keyboard",
      shortcut: "?",
      keywords: "help keys",
      run: openHelp,
    }),
    action({
      id: "shell.back",
      group: "General",
      title: "Go back",
      icon: "arrowLeft",
      shortcut: "Alt+ArrowLeft",
      run: back,
    }),
  ];
}
