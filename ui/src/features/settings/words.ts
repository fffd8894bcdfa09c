/** What the settings say. */
export const words = {
  title: "Settings",
  notSaved: "Couldn’t save the setting",
  notLoaded: "Couldn’t load the settings",
  plainName: "Use up to 63 lowercase letters, digits and underscores. Start with a letter.",
  reservedName: (name: string) => `${name} is reserved. Enter another name.`,
  wholeNumber: (most: number) => `Enter a whole number from 1 to ${most}.`,

  accounts: "Accounts",

  appearance: "Appearance",
  theme: { system: "System", light: "Light", dark: "Dark" },
  density: "Density",
  densities: { comfortable: "Comfortable", compact: "Compact" },

  keyboard: "Keyboard",
  singleKeys: "Single-key shortcuts",
  singleKeysHint: (modifier: string) =>
    `For example P in a list, / to filter, or G T anywhere. Shortcuts with ${modifier} always work.`,

  clipboard: "Clipboard",
  clear: "Clear copied secrets",
  clearOnQuit: "When you quit",
  clearAfter: (seconds: number) => `After ${seconds} s`,
  clearHint:
    "Connection strings, passwords and claim links. Cleared only while the clipboard still holds them, and when you quit.",

  notifications: "Notifications",
  expiry: "Warn before a temporary database expires",
  expiryHint: "24 hours, 4 hours and 30 minutes before an unclaimed database expires.",
  operations: "Notify when an operation finishes",
  operationsHint: "For operations you started here, while another window has focus.",

  newProjects: "New projects",
  newProjectsHint: "Prefilled in New project. You can change them there.",
  region: "Region",
  regionHint: "Platforms without this region use their default.",
  version: "PostgreSQL",
  versionOf: (version: string) => `Version ${version}`,
  size: "Compute size in CU",
  sizeHint: "Such as 2, or 0.5-3 for a range.",
  suspend: "Suspend timeout",
  byDefault: "Default",

  temporary: "New temporary databases",
  temporaryHint: "Used when you create a temporary database in one click.",
  where: "Location",
  thisMachine: "This machine",
  reference: "Referrer",
  replication: "Replication",
  on: "On",
  off: "Off",
  envFile: "Env file",
  envKey: "Variable",
  envPrefix: "Public prefix",
  seed: "SQL file",
  none: "None",
  changeTemporary: "Change defaults…",

  sandbox: "Sandbox",
  startSandbox: "Start the sandbox when Plinth opens",
  startSandboxHint:
    "After you start it for the first time. Its databases are available as soon as Plinth opens.",
  idle: "Suspend idle servers after (minutes)",
  idleHint: "A new connection starts the server again in a fraction of a second.",

  keys: "API keys",
  unusedKeys: "Mark unused keys after (days)",
  unusedKeysHint: "Keys older than this that were never used are marked in the list of keys.",

  quitting: "Closing and quitting",
  background: "Keep running when the window closes",
  backgroundHint:
    "In the tray, where the desktop has one. Plinth warns before databases expire and keeps the sandbox running.",
  startAtLogin: "Start at login, without a window",
  startAtLoginHint: "Your session starts Plinth in the background.",
  explainQuit: "Confirm before quitting",
  explainQuitHint: "Shows which sandbox databases stop, which connections close and which tasks are running.",

  keychain: "Keychain",
  keychainUsual:
    "API keys, connection strings and claim links are stored in the system keychain, never in a plain file.",
  checkKeychain: "Check keychain",
  useMemory: "Keep secrets in memory until I quit",

  network: "Network",
  networkHint: "Every host that Plinth contacted: why, when and how often.",
  showNetwork: "Show contacted hosts",

  diagnostics: "Diagnostics",
  diagnosticsHint:
    "A text file to share when you ask for help. You review it before it is saved. It contains no secrets.",

  about: "About",
  appVersion: "Version",
  plinth: (version: string) => `Plinth ${version}`,
  renderer: "Renderer",
  postgres: "PostgreSQL",
  noPostgres: "Shown while the sandbox is running",
  psql: "psql",
  installed: "Installed",
  notFound: "Not found",
  dataFolder: "Data folder",
  dataFolderValue: "data folder",
  loading: "settings",
};

/** The actions on settings. */
export const ACTIONS = {
  system: "Use system appearance",
  light: "Use light appearance",
  dark: "Use dark appearance",
  goTo: "Go to",
} as const;
