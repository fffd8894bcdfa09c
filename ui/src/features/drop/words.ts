/** Over the window while something is dragged over it: what a drop would do. */
export const DROP = {
  folders: {
    title: "Drop to add project folders",
    text: "Plinth reads and writes only their env files.",
  },
  envFile: (name: string) => ({
    title: `Drop to import databases from ${name}`,
    text: "You see what is in its folder’s env files first. Nothing is imported before you choose.",
  }),
  sqlOn: (file: string, database: string) => ({
    title: `Drop to run ${file} on ${database}`,
    text: "You see what it would do first. Nothing runs before you click.",
  }),
  sqlOnNew: (file: string) => ({
    title: `Drop to run ${file} on a new temporary database`,
    text: "You see the options and what it would do first. Nothing is created before you click.",
  }),
  several: {
    title: "Drop one file at a time",
    text: "Plinth takes one .env or .sql file, or any number of folders.",
  },
  other: {
    title: "Plinth can’t open this file",
    text: "It takes project folders, a .env file or a .sql file.",
  },
} as const;
