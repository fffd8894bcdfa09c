import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "@/data/client";
import { viewOf } from "@/data/errors";
import { switchActions } from "@/features/accounts/useAccountSwitches";
import { ActionMenu } from "@/kit/action/ActionMenu";
import type { Action, ActionContext, Subjects } from "@/kit/action/action";
import { createRegistry, shortcutConflicts } from "@/kit/action/registry";
import { closeDialog, useOpenDialog } from "@/kit/overlay/dialogs";
import { createRouter } from "@/kit/route/router";
import { actionEntries, PALETTE } from "@/shell/paletteEntries";
import { shellActions } from "@/shell/Shell";
import { Surroundings } from "@/shell/Surroundings";
import { commandsCalled } from "@/test/backend";
import { SAMPLES, type Samples } from "@/test/samples";
import { account } from "@/test/views";
import { acceptRoute, allActions, home, showDialog } from "./routes";

/*
 * Walks everything that can be done. An action is held to three things: the palette has it, the menu of what it is about
 * has it, and it does something. A new kind of subject needs a sample in test/samples.ts, and nothing else here.
 */

const power = vi.fn();
const ALL: readonly Action[] = [
  ...allActions,
  ...switchActions([account()]),
  ...shellActions({ openPalette: power, openHelp: power, back: power }),
];

beforeEach(() => {
  power.mockReset();
});

const KINDS = Object.keys(SAMPLES).filter((kind): kind is keyof Samples => kind in SAMPLES);

/** Every context that the samples make; one without a subject first. */
const CONTEXTS: readonly ActionContext[] = [
  {},
  ...KINDS.flatMap((kind) => SAMPLES[kind].map((sample) => ({ [kind]: sample }))),
];

/** A context in which the action is offered and can be done. */
function contextFor(action: Action): ActionContext | undefined {
  return CONTEXTS.find((context) => action.when(context) && action.blocked(context) === undefined);
}

describe.each(ALL.map((action) => [action.id, action] as const))("%s", (id, action) => {
  test("is offered for a sample, in the palette and by words", () => {
    const context = contextFor(action);
    expect(context, `no sample of ${action.about ?? "nothing"} is offered ${id}`).toBeDefined();
    const title = action.title(context ?? {});
    expect(title).toMatch(/^\p{Lu}.*[^.!?\s]$/u);
    const entries = actionEntries(ALL, context ?? {}, () => {});
    const entry = entries.find((each) => each.id === id);
    if (id === PALETTE) expect(entry).toBeUndefined();
    else expect(entry).toMatchObject({ title, blocked: undefined });
  });

  test("does something", async () => {
    const done = await effectsOf(action, contextFor(action) ?? {});
    expect(done, `${id} asks nothing, leads nowhere and calls nothing`).not.toEqual([]);
  });
});

/** Everything by which a person could tell that the action did something. */
async function effectsOf(action: Action, context: ActionContext): Promise<readonly string[]> {
  closeDialog();
  userEvent.setup();
  const open = renderHook(() => useOpenDialog());
  const client = createQueryClient();
  const router = createRouter({ home, accept: acceptRoute });
  const go = vi.spyOn(router, "go").mockImplementation(() => {});
  const copied = vi.spyOn(navigator.clipboard, "writeText");
  const old = vi.spyOn(client, "invalidateQueries");
  const again = vi.spyOn(client, "refetchQueries");
  const before = commandsCalled().length;
  await act(async () => {
    try {
      await action.run(context, { client, router });
    } catch (error) {
      // A command that no test of this file answers was called all the same; anything else is a mistake.
      expect(viewOf(error).message).toContain("the test has no answer for");
    }
  });
  const dialog = open.result.current;
  if (dialog) expect(showDialog(dialog), `${dialog.dialog} draws nothing`).toBeTruthy();
  return [
    ...commandsCalled().slice(before),
    ...go.mock.calls.map(([route]) => route.screen),
    ...(dialog ? [dialog.dialog] : []),
    ...(copied.mock.calls.length > 0 ? ["clipboard"] : []),
    ...(old.mock.calls.length + again.mock.calls.length > 0 ? ["read again"] : []),
    ...(power.mock.calls.length > 0 ? ["the frame"] : []),
  ];
}

describe.each(KINDS)("the menu of the subject %s", (kind) => {
  test.each(SAMPLES[kind].map((sample, index) => [index, sample] as const))(
    "holds every action that sample %i is offered",
    async (_index, sample) => {
      const context: ActionContext = { [kind]: sample };
      const offered = ALL.filter((action) => action.about === kind && action.when(context));
      expect(offered.length).toBeGreaterThan(0);
      const user = openMenu(kind, sample);
      await user.click(screen.getByRole("button", { name: "Actions for the sample" }));
      const { here, inner } = placesOf(offered);
      await waitFor(() => expect(screen.getAllByRole("menuitem")).toHaveLength(here.length + inner.size));
      const words = screen.getAllByRole("menuitem").map((item) => item.textContent ?? "");
      for (const action of here) {
        expect(words.some((word) => word.startsWith(action.shortTitle))).toBe(true);
      }
      for (const [menu, titles] of inner) {
        await user.click(screen.getByRole("menuitem", { name: menu }));
        for (const name of titles) expect(await screen.findByRole("menuitem", { name })).toBeTruthy();
      }
    },
  );

  test.each(SAMPLES[kind].map((sample, index) => [index, sample] as const))(
    "holds verbs for sample %i: what opens it first, what destroys something last, after a line",
    async (_index, sample) => {
      const context: ActionContext = { [kind]: sample };
      const offered = ALL.filter((action) => action.about === kind && action.when(context));
      const user = openMenu(kind, sample);
      await user.click(screen.getByRole("button", { name: "Actions for the sample" }));
      const { here, inner } = placesOf(offered);
      await waitFor(() => expect(screen.getAllByRole("menuitem")).toHaveLength(here.length + inner.size));
      const lines = [...screen.getByRole("menu").querySelectorAll("[role=menuitem], [role=separator]")];
      const menu = lines.map((line) =>
        line.getAttribute("role") === "separator" ? undefined : actionOf(offered, line.textContent ?? ""),
      );
      for (const action of offered) {
        expect(VERBS, action.shortTitle).toContain(/^[\w-]+/.exec(action.shortTitle)?.[0]);
      }
      const opener = menu.findIndex((action) => action?.opens || action?.shortTitle === "Open");
      expect(opener).toBeLessThanOrEqual(0);
      const danger = menu.findIndex((action) => action?.danger);
      if (danger < 0) return;
      expect(menu.slice(danger).every((action) => action?.danger)).toBe(true);
      if (danger > 0) expect(menu[danger - 1], "a line before what is dangerous").toBeUndefined();
    },
  );
});

/** The actions that a menu holds itself, and the titles of those in each inner menu. */
function placesOf(offered: readonly Action[]) {
  const inner = new Map<string, string[]>();
  for (const { within } of offered) {
    if (within) inner.set(within.menu, [...(inner.get(within.menu) ?? []), within.title]);
  }
  return { here: offered.filter(({ within }) => within === undefined), inner };
}

/** What an item of a menu may begin with. The name of what the menu was opened on is no verb, so it cannot begin or end up in one. */
const VERBS = [
  "Add",
  "Cancel",
  "Change",
  "Check",
  "Claim",
  "Compare",
  "Copy",
  "Delete",
  "Disable",
  "Dismiss",
  "Edit",
  "Enable",
  "Ensure",
  "Finalize",
  "Invite",
  "Make",
  "Move",
  "New",
  "Open",
  "Protect",
  "Purge",
  "Recover",
  "Refresh",
  "Remove",
  "Rename",
  "Replace",
  "Reset",
  "Restart",
  "Restore",
  "Resume",
  "Reveal",
  "Revoke",
  "Rotate",
  "Save",
  "Schedule",
  "Seed",
  "Send",
  "Set",
  "Share",
  "Show",
  "Start",
  "Stop",
  "Suspend",
  "Switch",
  "Take",
  "Test",
  "Transfer",
  "Unlock",
  "Unprotect",
  "Use",
  "Write",
];

/** The longest title that the item begins with: "Open psql with arguments…" is not "Open psql". */
function actionOf(offered: readonly Action[], words: string): Action | undefined {
  return offered
    .filter(({ shortTitle }) => words.startsWith(shortTitle))
    .toSorted((one, other) => other.shortTitle.length - one.shortTitle.length)[0];
}

function openMenu<Kind extends keyof Subjects>(kind: Kind, sample: Subjects[Kind]) {
  const client = createQueryClient();
  const router = createRouter({ home, accept: acceptRoute });
  const actions = { registry: createRegistry(ALL), tools: { client, router }, onFailure: vi.fn() };
  render(
    <QueryClientProvider client={client}>
      <Surroundings router={router} actions={actions}>
        <ActionMenu about={kind} subject={sample} label="Actions for the sample" />
      </Surroundings>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test("no two of all these actions answer the same keys", () => {
  expect(shortcutConflicts(ALL)).toEqual([]);
});

test("a key that begins a pair of keys does nothing by itself", () => {
  const shortcuts = ALL.flatMap(({ shortcut }) => (shortcut ? [shortcut] : []));
  const first = new Set(shortcuts.filter((keys) => keys.includes(" ")).map((keys) => keys.split(" ")[0]));
  expect(shortcuts.filter((keys) => first.has(keys))).toEqual([]);
});
