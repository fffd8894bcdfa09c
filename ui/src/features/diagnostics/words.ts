/** What the dialog of the diagnostics file says. */
export const DIAGNOSTICS = {
  title: "Diagnostics",
  about:
    "A text file for whoever helps you. Read it before you share it: what you see is what is saved. Passwords, keys and connection strings are never in it.",
  action: "Diagnostics…",
  group: "Plinth",
  loading: "diagnostics",
  unread: "Couldn’t make the diagnostics file",
  unsaved: "Couldn’t save the diagnostics file",
  sections: "Sections",
  names: "Include names, IDs and hosts",
  namesHint: "Otherwise numbers stand for your accounts, projects, databases and their hosts.",
  text: "diagnostics file",
  copy: "Copy",
  save: "Save…",
  close: "Close",
  saved: "Saved to",
} as const;
