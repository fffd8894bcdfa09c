import { screen } from "@testing-library/react";
import { BANNER as ACCOUNT_BANNER } from "@/features/accounts/words";
import { lockedWords } from "@/features/base/words";
import { warningsTitle } from "@/features/bulk/words";
import { failedWords, words as history, staleWords } from "@/features/history/words";
import { crowdWords, LIST as KEYS, ROTATE } from "@/features/keys/words";
import { ROLE, roleWord } from "@/features/organization/words";
import { words as projects } from "@/features/projects/words";
import type { AccountView, ActivityView, BulkPlanView, RotationPlanView } from "@/ipc/generated";
import { answer } from "@/test/backend";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { accountsChange, asking, cancel, type Ending, happens, press, pressThere, tick } from "./ending";

const PERSONAL = views.account({ keyKind: "personal", isOwn: true });
const ACME = { id: "org-acme-1", name: "Acme", plan: null, createdAt: null };

/** The accounts are these from now on, and the window hears of it. */
const accountsAre = (...accounts: AccountView[]) => {
  answer("accountList", () => accounts);
  accountsChange();
};

const keysAre = (count: number, projectId: string | null = null) =>
  answer("keyList", () =>
    Array.from({ length: count }, (_, at) => views.keyRow({ id: String(at), name: `key ${at}`, projectId })),
  );

const plan: BulkPlanView = {
  verb: "deleteProjects",
  items: [{ itemId: "a-1", name: "shop", state: "waiting", error: null }],
  requests: 1,
  seconds: 1,
  warnings: ["3 branches and 3 computes go along."],
};

const rotation: RotationPlanView = {
  accountId: "sandbox",
  kind: "personal",
  byAccountId: "sandbox",
  candidates: [views.keyRow({ id: "7", name: "laptop" }), views.keyRow({ id: "8", name: "tower" })],
  name: "laptop 2",
  problem: null,
};

const rotating = (changes: Partial<RotationPlanView> = {}) => {
  answer("accountList", () => [PERSONAL]);
  answer("rotationPlan", () => ({ ...rotation, ...changes }));
};

const failed: ActivityView = views.activity({ outcome: "failed", detail: "The reply was lost" });

const another = views.activity({ id: "2", action: "Start compute" });

const running = (failures: number) =>
  views.tracked({ action: "start_compute", actionWord: "Start compute", failures, error: "No room left" });

const WORK = views.account({ id: "work", name: "Work", isCurrent: false });

const me = views.member({ role: "admin" });
const northern = { accountId: "sandbox", organizationId: "org-northern-1", organizationName: "Northern" };

/** Notices about an account, its keys, its organizations and what was done in it. */
export const ON_ACCOUNT: readonly Ending[] = [
  {
    file: "accounts/AccountBanner",
    notice: "TROUBLE[state]",
    route: { screen: "projects" },
    given: () =>
      answer("accountList", () => [
        views.account({ isOwn: true, state: "unavailable", problem: views.failure({ code: "offline" }) }),
      ]),
    shown: "account-banner",
    end(user) {
      answer("accountRecheck", () => views.account());
      answer("accountList", () => [views.account()]);
      return press(user, ACCOUNT_BANNER.tryAgain);
    },
  },
  {
    file: "accounts/AccountBanner",
    notice: "TROUBLE[state]",
    route: { screen: "projects" },
    given: () =>
      answer("accountList", () => [
        views.account({
          isOwn: true,
          state: "keyMissing",
          problem: views.failure({ code: "secretMissing" }),
        }),
      ]),
    shown: "account-banner",
    end: () => accountsAre(PERSONAL),
  },
  {
    file: "bulk/PlanBulkDialog",
    notice: "warningsTitle",
    route: { screen: "projects" },
    given: () => answer("bulkPlan", () => plan),
    begin: asking({
      dialog: "planBulk",
      accountId: "sandbox",
      verb: "deleteProjects",
      itemIds: ["a-1"],
      organizationId: null,
      projectId: null,
      expiresAt: null,
    }),
    shown: warningsTitle("deleteProjects"),
    end: cancel,
  },
  {
    file: "history/ActionDetail",
    notice: "sentence(detail)",
    route: { screen: "history" },
    given: () => answer("activityList", () => ({ items: [failed, another], next: null })),
    begin: async (user) => user.click(await screen.findByText(failed.action)),
    shown: "The reply was lost.",
    end: async (user) => user.click(await screen.findByText(another.action)),
  },
  {
    file: "history/History",
    notice: "staleWords",
    route: { screen: "history" },
    given() {
      answer("accountList", () => [views.account(), views.account({ ...WORK, state: "unauthorized" })]);
      answer("operationList", () => [views.tracked({}, { accountId: "work" })]);
    },
    shown: staleWords("Work"),
    end: () => accountsAre(views.account(), WORK),
  },
  {
    file: "history/OperationDetail",
    notice: "failedWords",
    route: { screen: "history", id: "op-1" },
    given: () => answer("operationList", () => [running(2)]),
    shown: failedWords(2),
    end() {
      answer("operationList", () => [running(0)]);
      happens({ kind: "operationChanged", accountId: "sandbox", projectId: ID, operationIds: ["op-1"] });
    },
  },
  {
    file: "history/OperationDetail",
    notice: "words.vanished",
    route: { screen: "history", id: "op-1" },
    given: () => answer("operationList", () => [views.tracked({ status: "vanished", isOver: true })]),
    shown: history.vanishedTitle,
    end() {
      answer("operationList", () => []);
      happens({ kind: "operationChanged", accountId: "sandbox", projectId: ID, operationIds: ["op-1"] });
    },
  },
  {
    file: "keys/KeysBody",
    notice: "LIST.organizationKey",
    route: { screen: "keys" },
    given() {
      answer("accountList", () => [views.account({ keyKind: "organization", isOwn: true })]);
      answer("organizationList", () => [ACME]);
    },
    shown: KEYS.organizationKey("Sandbox"),
    end: () => accountsAre(PERSONAL),
  },
  {
    file: "keys/KeysBody",
    notice: "{crowd}",
    route: { screen: "keys" },
    given() {
      answer("accountList", () => [PERSONAL]);
      keysAre(9_000);
    },
    shown: crowdWords(9_000) ?? "",
    end() {
      keysAre(1);
      happens({ kind: "keysChanged", accountId: "sandbox" });
    },
  },
  {
    file: "keys/KeysTab",
    notice: "LIST.others",
    route: onProject("keys"),
    given() {
      answer("accountList", () => [PERSONAL]);
      answer("projectGet", () => views.project({ organizationId: ACME.id, organization: ACME.name }));
      keysAre(1);
    },
    shown: KEYS.others(1, ACME.name),
    end() {
      keysAre(1, ID);
      happens({ kind: "keysChanged", accountId: "sandbox" });
    },
  },
  {
    file: "keys/RotateKeyDialog",
    notice: "ROTATE.others",
    route: { screen: "keys" },
    given: () => rotating(),
    begin: asking({ dialog: "rotateKey", accountId: "sandbox" }),
    shown: ROTATE.others,
    end: cancel,
  },
  {
    file: "keys/RotateKeyDialog",
    notice: "{error}",
    route: { screen: "keys" },
    given: () => rotating(),
    async begin(user) {
      await asking({ dialog: "rotateKey", accountId: "sandbox" })();
      await pressThere(user, ROTATE.submit);
    },
    shown: ROTATE.chooseKey,
    end: (user) => tick(user, /tower/),
  },
  {
    file: "keys/RotateKeyDialog",
    notice: "ROTATE.choice",
    route: { screen: "keys" },
    given: () => rotating(),
    begin: asking({ dialog: "rotateKey", accountId: "sandbox" }),
    shown: ROTATE.choice,
    end: cancel,
  },
  {
    file: "organization/dialogs",
    notice: "ROLE.self",
    route: { screen: "projects" },
    async begin(user) {
      await asking({
        dialog: "memberRole",
        subject: { ...northern, member: me, isSelf: true, isLastAdmin: false },
      })();
      await tick(user, new RegExp(`^${roleWord("member")}`));
    },
    shown: ROLE.self,
    end: (user) => tick(user, new RegExp(`^${roleWord("admin")}`)),
  },
  {
    file: "projects/AllNotices",
    notice: "words.unnamed",
    route: { screen: "projects", tab: "all" },
    given() {
      const profile = { ...views.account().profile, needsOrganization: true };
      answer("accountList", () => [{ ...PERSONAL, profile }, WORK]);
      answer("organizationList", ({ accountId: account }) =>
        account === "work" ? [] : [ACME, { ...ACME, id: "org-2" }],
      );
    },
    shown: projects.unnamed("Sandbox"),
    end: () => accountsAre(PERSONAL, WORK),
  },
  {
    file: "kit/overlay/ConfirmDialog",
    notice: "{blocked}",
    route: { screen: "projects" },
    begin: asking({
      dialog: "removeMember",
      subject: { ...northern, member: me, isSelf: false, isLastAdmin: false, locked: "It is read-only" },
    }),
    shown: "It is read-only.",
    end: cancel,
  },
  {
    file: "kit/overlay/FormDialog",
    notice: "{blocked}",
    route: onProject("branches"),
    given() {
      answer("accountList", () => [views.account({ isReadOnly: true })]);
      answer("computeList", () => []);
    },
    begin: asking({ dialog: "snapshotSchedule", accountId: "sandbox", projectId: ID, branchId: "br-main-1" }),
    shown: `${lockedWords({ isReadOnly: true })}.`,
    end: () => accountsAre(views.account()),
  },
];
