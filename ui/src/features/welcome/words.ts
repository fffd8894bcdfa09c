export const WELCOME = {
  title: "Welcome to Plinth",
  lead: "Manage Postgres from your desktop: a local sandbox to try everything in, and your projects wherever they run.",
};

export const SANDBOX_CHOICE = {
  title: "Sandbox",
  text: "A real PostgreSQL platform on this machine. No account, no network, no setup. Your first project is one click away.",
  start: "Start in the sandbox",
  failed: "Couldn’t start the sandbox",
};

/** What the first project is called, unless another name is typed. */
export const FIRST_PROJECT = "first-project";

export const ACCOUNT_CHOICE = {
  title: "Your account",
  text: "Manage projects, branches and databases on Neon or a compatible platform with an API key. The key is verified, then stored in the keychain.",
  connect: "Connect an account…",
};

export const HOSTED_CHOICE = {
  title: "Hosted, without an account",
  /** Around the host and the referrer, which are set in another type. */
  before: "A temporary database at ",
  between: ". The request only contains a referrer (",
  after: ") and whether to enable logical replication. Nothing is sent until you confirm.",
  create: (host: string): string => `Create on ${host}…`,
};
