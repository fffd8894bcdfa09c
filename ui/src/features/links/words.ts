/** Why a link was not opened, across the top of the window. */
export const PROBLEM = {
  refused: {
    title: "A link wasn’t opened",
    text: "It doesn’t name a place in Plinth, and nothing was changed.",
  },
  welcome: {
    title: "A link wasn’t opened",
    text: "Choose a way to start first, then open the link again.",
  },
  unknownProject: {
    title: "No connected account lists this project",
    text: "It may be new, or belong to an account that isn’t connected.",
  },
  unknownTemporary: {
    title: "This temporary database isn’t in the list",
    text: "It was removed, or the link was made on another machine.",
  },
  unknownOperation: {
    title: "This operation isn’t in the history",
    text: "History shows running and recent operations.",
  },
  otherAccount: {
    title: "This project belongs to another account",
    text: "Opening it makes that account the current one.",
  },
  failed: { title: "A link wasn’t opened" },
} as const;

export const LINK = {
  openIn: (account: string) => `Open in ${account}`,
  lookIn: (account: string) => `Look in ${account}`,
  lookInOne: "Look in an account",
  again: "Try again",
  dismiss: "Dismiss",
} as const;
