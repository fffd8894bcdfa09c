/** What the dialog of the diagnostics file says. */
export const DIAGNOSTICS = {
  title: "Diagnostics",
  about:
    "A text file to share when you ask for help. What you see is what is saved. It contains no passwords, keys or connection strings.",
  action: "Diagnostics…",
  group: "Plinth",
  loading: "diagnostics",
  unread: "Couldn’t make the diagnostics file",
  unsaved: "Couldn’t save the diagnostics file",
  sections: "Sections",
  names: "Include names, IDs and hosts",
  namesHint: "Otherwise your accounts, projects, databases and their hosts are replaced by numbers.",
  text: "diagnostics file",
  copy: "Copy",
  save: "Save…",
  close: "Close",
  saved: "Saved to",
} as const;
