import { act, screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, onTestFinished, vi } from "vitest";
import { ACTIONS as ACCOUNT, BANNER } from "@/features/accounts/words";
import { ACTIONS as BULK } from "@/features/bulk/words";
import { appName, OPEN_IN } from "@/features/connect/words";
import { offerUndo } from "@/features/envFile/undo";
import { ENV } from "@/features/envFile/words";
import { IMPORT as IMPORT_FOLDERS } from "@/features/folders/words";
import { INVITE } from "@/features/organization/words";
import { ACTIONS as PROJECT } from "@/features/projects/words";
import { SCHEDULE } from "@/features/snapshots/words";
import { IMPORT, OPTIONS } from "@/features/temporary/words";
import { ACTIONS as UNDO } from "@/features/undo/words";
import { remember } from "@/kit/remembered";
import type { Route } from "@/kit/route/route";
import { TOAST } from "@/kit/words";
import { acceptRoute, home } from "@/routes";
import { followLastScreen } from "@/shell/lastScreen";
import { ACTIVITY, GONE } from "@/shell/words";
import { answer, refuse } from "@/test/backend";
import { choose } from "@/test/interactions";
import { openPalette } from "@/test/palette";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { asking, type Ending, press, pressThere, seen, tick } from "./ending";

/** Closes the message that is shown. Its cross is for the pointer: its label is read when it has the focus. */
export async function close(user: UserEvent): Promise<void> {
  const [cross] = within(document.body).getAllByLabelText(TOAST.close);
  if (cross) await user.click(cross);
}

/** Takes an action from the palette. */
export const take = (action: string) => async (user: UserEvent) => {
  await screen.findByRole("main");
  await openPalette(user);
  await user.keyboard(`${action}{Enter}`);
};

const SETTINGS: Route = { screen: "settings" };

const NIGHTLY = { frequency: "daily", hour: 3, day: null, month: null, retentionSeconds: null };

/** A screen was open when the window closed, and what it showed is gone. */
const fellBack = (kept: string, shown: string): Ending => ({
  file: "shell/lastScreen",
  notice: "wordsOf(last)",
  begin(_user, { client, router }) {
    remember("plinth.screen", kept);
    window.history.replaceState(null, "", "#");
    onTestFinished(followLastScreen(client, router, { home, accept: acceptRoute }));
  },
  shown,
  end: close,
});

/** Messages in passing. */
export const TOASTS: readonly Ending[] = [
  {
    file: "undo/actions",
    notice: "ACTIONS.nothing",
    route: SETTINGS,
    begin: take(UNDO.last.title),
    shown: UNDO.nothing,
    end: close,
  },
  {
    file: "bulk/actions",
    notice: "ACTIONS.none",
    route: SETTINGS,
    begin: take(BULK.show.title),
    shown: BULK.none,
    end: close,
  },
  {
    file: "shell/RunningJobs",
    notice: "ACTIVITY.notCancelled",
    route: SETTINGS,
    given() {
      answer("jobList", () => [
        {
          id: "job-1",
          verb: "seed" as const,
          subject: "quiet-harbour",
          temporaryId: "row-1",
          startedAt: views.inHours(0),
          progress: null,
          cancellable: true,
        },
      ]);
      refuse("jobCancel", { message: "It is over" });
    },
    async begin(user) {
      await press(user, ACTIVITY.summary(1, 0));
      await press(user, ACTIVITY.cancel);
    },
    shown: ACTIVITY.notCancelled,
    end: close,
  },
  {
    file: "accounts/actions",
    notice: "ACTIONS.keyAccepted",
    route: { screen: "projects" },
    given() {
      answer("accountList", () => [views.account({ isOwn: true, state: "unauthorized" })]);
      answer("accountRecheck", () => views.account({ isOwn: true }));
    },
    begin: (user) => press(user, BANNER.tryAgain),
    shown: ACCOUNT.keyAccepted("Sandbox"),
    end: close,
  },
  {
    file: "connect/OpenIn",
    notice: "OPEN_IN.opened",
    route: { screen: "temporary", id: "row-1" },
    given() {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      answer("temporaryList", () => ({ items: [views.row()] }));
      answer("connectApps", () => ["dbeaver" as const]);
      answer("connectOpenIn", () => 45);
    },
    begin: async (user) =>
      choose(user, await screen.findByRole("button", { name: OPEN_IN.button }), appName("dbeaver")),
    shown: OPEN_IN.opened(appName("dbeaver")),
    async end() {
      await act(() => vi.advanceTimersByTimeAsync(9_000));
      expect(seen(OPEN_IN.opened(appName("dbeaver")))).not.toEqual([]);
      await act(() => vi.advanceTimersByTimeAsync(6_000));
    },
  },
  {
    file: "temporary/OptionsDialog",
    notice: "OPTIONS.kept",
    begin: async (user) => {
      await asking({ dialog: "temporaryOptions" })();
      await pressThere(user, OPTIONS.keep);
    },
    shown: OPTIONS.kept,
    end: close,
  },
  {
    file: "envFile/undo",
    notice: "ENV.notRestored",
    route: SETTINGS,
    given: () => refuse("envUndo", { message: "The file changed since" }),
    async begin(user, { client }) {
      await screen.findByRole("main");
      act(() => offerUndo({ title: "Written", files: [{ path: "/code/.env", undoId: "undo-1" }] }, client));
      await user.click(await screen.findByRole("button", { name: TOAST.undo }));
    },
    shown: ENV.notRestored(1),
    end: close,
  },
  {
    file: "projects/actions",
    notice: "ACTIONS.idCopied",
    route: onProject(),
    begin: async (user) => {
      await screen.findByRole("heading", { name: "shop-prod" });
      await take(PROJECT.id.titleFor())(user);
    },
    shown: PROJECT.idCopied,
    end: close,
  },
  {
    file: "folders/ImportFoldersDialog",
    notice: "IMPORT.done",
    route: { screen: "folders" },
    given() {
      const of = { folder: "/code/shop", file: ".env", variable: "DATABASE_URL" };
      const found = { line: 4, kind: "connectionString", masked: "postgresql://ada:••••••••@db" } as const;
      answer("folderScan", () => ({
        found: [{ ...of, ...found, host: "db", knownAs: null, refused: null }],
        problems: [],
      }));
      answer("folderImport", () => [{ of, folderId: "folder-1", temporaryId: null, error: null }]);
    },
    begin: async (user) => {
      await asking({ dialog: "importFolders", paths: ["/code/shop"] })();
      await tick(user, /DATABASE_URL/);
      await pressThere(user, IMPORT_FOLDERS.submit(1));
    },
    shown: IMPORT_FOLDERS.done(1),
    end: close,
  },
  {
    file: "temporary/ImportDialog",
    notice: "IMPORT.done",
    given: () => answer("temporaryImportLink", () => views.row({ name: "imported" })),
    begin: async (user) => {
      await asking({ dialog: "importTemporary" })();
      await tick(user, IMPORT.fromLink);
      await user.type(screen.getByLabelText(IMPORT.link), "https://neon.new/claim/1");
      await pressThere(user, IMPORT.import);
    },
    shown: IMPORT.done("imported"),
    end: close,
  },
  {
    file: "organization/dialogs",
    notice: "INVITE.done",
    route: SETTINGS,
    given: () => answer("invitationCreate", () => null),
    begin: async (user) => {
      const at = { accountId: "sandbox", organizationId: "org-northern-1", organizationName: "Northern" };
      await asking({ dialog: "invitePerson", at })();
      await user.type(screen.getByRole("textbox", { name: INVITE.email }), "bo@example.com");
      await pressThere(user, INVITE.submit);
    },
    shown: INVITE.done("bo@example.com"),
    end: close,
  },
  {
    file: "snapshots/SnapshotScheduleDialog",
    notice: "SCHEDULE.saved",
    route: onProject("snapshots"),
    given: () => answer("snapshotScheduleSet", () => null),
    begin: async (user) => {
      await asking({
        dialog: "snapshotSchedule",
        accountId: "sandbox",
        projectId: ID,
        branchId: views.branch().id,
      })();
      await pressThere(user, SCHEDULE.add);
      await pressThere(user, SCHEDULE.submit);
    },
    shown: SCHEDULE.saved("main", [NIGHTLY]),
    end: close,
  },
  fellBack("#/temporary?id=forgotten", GONE.temporary),
  fellBack("#/folders?id=forgotten", GONE.folder),
];
