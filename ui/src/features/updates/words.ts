import type { UpdatedBy } from "@/ipc/generated";

/** What is said about newer versions of Plinth. */
export const UPDATES = {
  title: "Updates",
  place: "updates",
  notLoaded: "Couldn’t load the state of updates",
  loading: "updates",
  automatic: "Check for updates automatically",
  automaticHint: (host: string) =>
    `When Plinth starts and once a day, it asks ${host} for the newest version. Nothing is downloaded until you click Install.`,
  check: "Check for updates",
  checkNow: "Check now",
  newest: (version: string) => `Plinth ${version} is the newest version.`,
  checked: "Checked",
  neverChecked: "Not checked since Plinth started.",
  notChecked: "Couldn’t check for updates",
  notInstalled: "Couldn’t install the update",
  notRestarted: "Couldn’t restart",
  available: (version: string) => `Plinth ${version} is available`,
  notes: (version: string) => `What is new in Plinth ${version}`,
  published: "Published",
  from: (version: string, host: string) => `You have ${version}. The download comes from ${host}.`,
  install: "Install",
  downloading: (version: string) => `Downloading Plinth ${version}…`,
  starting: "Starting…",
  installing: "Checking the signature and installing…",
  progress: "Download",
  cancel: "Cancel",
  installed: (version: string) => `Plinth ${version} is installed`,
  installedHint: "Restart Plinth to use it. Your data stays as it is.",
  restart: "Restart Plinth",
  of: (done: string, total: string) => `${done} of ${total}`,
  group: "Plinth",
  keywords: "update upgrade newer version release",
  navCount: "New version",
} as const;

/** Why Plinth isn’t updated from here; nothing where it is. */
export const updatedElsewhere: Record<UpdatedBy, string | undefined> = {
  plinth: undefined,
  deb: "Installed as a .deb package. Install a newer .deb to update Plinth.",
  rpm: "Installed as an .rpm package. Install a newer .rpm to update Plinth.",
  flatpak: "Installed as a Flatpak. Flatpak updates Plinth.",
  noAddress: "This build has no update server. Install a newer Plinth by hand.",
  person: "Plinth can’t update itself here, because it wasn’t installed from a package.",
};
