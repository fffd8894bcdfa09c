import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "@/data/client";
import type { FoundView } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { setSingleKeys } from "@/kit/action/singleKeys";
import { useSearchSource } from "@/kit/action/useActions";
import { createRouter } from "@/kit/route/router";
import { eatAction, surroundings } from "@/test/actions";
import { answer } from "@/test/backend";
import { deferred } from "@/test/interactions";
import { openPalette } from "@/test/palette";
import { ActivityStrip } from "./ActivityStrip";
import type { RunningJob } from "./runningJob";
import { Shell } from "./Shell";
import { Surroundings } from "./Surroundings";

const found = vi.fn();
const ITEMS = [{ id: "1", title: "checkout-spike", keywords: "this machine", run: found }];

function Content() {
  useSearchSource("Databases", itemsNow);
  return (
    <>
      <input aria-label="Name" />
      <button type="button">Content</button>
      <div {...{ role: "grid" }}>
        <div {...{ role: "row" }} tabIndex={-1}>
          Row
        </div>
      </div>
    </>
  );
}

const itemsNow = () => ITEMS;

function shell(actions: readonly Action[]) {
  const world = surroundings(actions);
  const router = createRouter({ home: { screen: "temporary" as const }, accept: () => undefined });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Surroundings router={router} actions={world}>
        <Shell screen="temporary" sidebar={null} strip={<ActivityStrip jobs={[]} />}>
          <Content />
        </Shell>
      </Surroundings>
    </QueryClientProvider>,
  );
  return { world, user: userEvent.setup() };
}

const settings = (run = vi.fn()) =>
  action({ id: "go.settings", group: "Go", title: "Go to settings", shortcut: "G S", run });

beforeEach(() => {
  found.mockReset();
});

describe("the palette", () => {
  test("opens by Ctrl+K, finds by what is typed, runs by Enter and gives the focus back", async () => {
    const run = vi.fn();
    const { user } = shell([settings(run)]);
    screen.getByRole("button", { name: "Content" }).focus();
    await openPalette(user);
    await user.keyboard("gose{Enter}");
    expect(run).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Content" })));
  });

  test("gives the focus back by Esc, also to the screen as a whole", async () => {
    const { user } = shell([settings()]);
    const row = screen.getByRole("row");
    row.focus();
    await openPalette(user);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(row));
    screen.getByRole("main").focus();
    await openPalette(user);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  });

  test("finds a feature's things by their other words, and arrows choose", async () => {
    const { user } = shell([settings()]);
    await openPalette(user);
    await user.keyboard("machine");
    await screen.findByRole("option", { name: /checkout-spike/, selected: true });
    await user.keyboard("{Enter}");
    expect(found).toHaveBeenCalledOnce();
  });

  test("holds every action that is offered for what is selected, and says why one is blocked", async () => {
    const eaten = vi.fn();
    const { user, world } = shell([settings(), eatAction(eaten)]);
    act(() => void world.registry.publish({ fruit: { name: "banana", ripe: false } }));
    await openPalette(user);
    const list = await screen.findByRole("listbox", { name: "Results" });
    const titles = within(list)
      .getAllByRole("option")
      .map((option) => option.textContent);
    expect(titles.some((title) => title?.startsWith("Eat the bananaIt is not ripe"))).toBe(true);
    await user.keyboard("banana{Enter}");
    expect(eaten).not.toHaveBeenCalled();
    expect(screen.getByRole("combobox")).toBeTruthy();
  });

  test("a late result of the search does not run in place of what is highlighted", async () => {
    const run = vi.fn();
    const { user } = shell([settings(run)]);
    const { promise, resolve: late } = deferred<FoundView[]>();
    answer("searchFind", () => promise);
    await openPalette(user);
    // Its letters are only strewn over the action, so what is found comes first.
    await user.keyboard("gotin");
    expect(screen.queryByRole("option", { selected: true })).toBeNull();
    await user.keyboard("{Enter}");
    expect(run).not.toHaveBeenCalled();
    await act(async () => late([]));
    await waitFor(() => expect(run).toHaveBeenCalledOnce());
  });

  test("the keys stay on their line when the list behind it changes", async () => {
    const run = vi.fn();
    const { user, world } = shell([settings(run)]);
    await openPalette(user);
    await user.keyboard("settings");
    await screen.findByRole("option", { name: /Go to settings/, selected: true });
    const other = vi.fn();
    const settingsOf = { id: "a.first", group: "A", title: "Settings", run: other };
    act(() => void world.registry.register([action(settingsOf)]));
    await screen.findByRole("option", { name: "Settings" });
    await user.keyboard("{Enter}");
    expect(run).toHaveBeenCalledOnce();
    expect(other).not.toHaveBeenCalled();
  });

  test("says so when nothing is found", async () => {
    const { user } = shell([]);
    await openPalette(user);
    await user.keyboard("qqqq");
    expect(screen.getByText("No matches for “qqqq”")).toBeTruthy();
  });
});

describe("shortcuts", () => {
  test("two keys in a row, but not while typing and not in an overlay", async () => {
    const run = vi.fn();
    const { user } = shell([settings(run)]);
    await user.keyboard("gs");
    expect(run).toHaveBeenCalledTimes(1);
    await user.keyboard("sg");
    expect(run).toHaveBeenCalledTimes(1);
    await user.type(screen.getByRole("textbox", { name: "Name" }), "gs");
    expect(run).toHaveBeenCalledTimes(1);
  });

  test("with Mod reach what is selected even while typing", async () => {
    const eaten = vi.fn();
    const { user, world } = shell([eatAction(eaten)]);
    act(() => void world.registry.publish({ fruit: { name: "apple", ripe: true } }));
    screen.getByRole("textbox", { name: "Name" }).focus();
    await user.keyboard("{Control>}e{/Control}");
    expect(eaten).toHaveBeenCalledWith("apple");
  });

  test("one letter acts only while the keys are on a list, and not once such keys are switched off", async () => {
    const eaten = vi.fn();
    const { user, world } = shell([settings(), { ...eatAction(eaten), shortcut: "E" }]);
    act(() => void world.registry.publish({ fruit: { name: "apple", ripe: true } }));
    screen.getByRole("button", { name: "Content" }).focus();
    await user.keyboard("e");
    expect(eaten).not.toHaveBeenCalled();
    screen.getByRole("row").focus();
    await user.keyboard("e");
    expect(eaten).toHaveBeenCalledTimes(1);
    setSingleKeys(false);
    await user.keyboard("e?");
    expect(eaten).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.keyboard("{Control>}k{/Control}");
    expect(await screen.findByRole("combobox")).toBeTruthy();
    setSingleKeys(true);
  });

  test("a key that does nothing now says why", async () => {
    const eaten = vi.fn();
    const { user, world } = shell([eatAction(eaten)]);
    act(() => void world.registry.publish({ fruit: { name: "banana", ripe: false } }));
    await user.keyboard("{Control>}e{/Control}");
    expect(eaten).not.toHaveBeenCalled();
    expect(await screen.findByText("It is not ripe.")).toBeTruthy();
  });

  test("? lists them all, those alike once", async () => {
    const { user } = shell([settings(), { ...settings(), id: "go.settings.again" }]);
    await user.keyboard("?");
    const help = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(within(help).getByText("Go to settings")).toBeTruthy();
    expect(within(help).getByText("Open command palette")).toBeTruthy();
    const filter = within(help).getByText("Filter the list").parentElement;
    expect(filter?.textContent).toBe("Filter the list/");
  });
});

describe("the activity strip", () => {
  const jobs: RunningJob[] = ["a", "b", "c"].map((id) => ({
    id,
    verb: "create",
    subject: `database-${id}`,
    startedAt: Date.now() - 3_000,
  }));

  test("shows two, counts all, opens into a panel that Esc closes", async () => {
    const user = userEvent.setup();
    render(<ActivityStrip jobs={jobs} />);
    expect(screen.queryByText("database-c")).toBeNull();
    const open = screen.getByRole("button", { name: /3 running/ });
    await user.click(open);
    const panel = screen.getByRole("region", { name: "Running now" });
    expect(within(panel).getByText("database-c")).toBeTruthy();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: "Running now" })).toBeNull();
    expect(document.activeElement).toBe(open);
  });

  test("the panel does not open by itself once all had ended, nor take the focus", async () => {
    const user = userEvent.setup();
    const view = render(<ActivityStrip jobs={jobs} />);
    await user.click(screen.getByRole("button", { name: /3 running/ }));
    view.rerender(<ActivityStrip jobs={[]} />);
    view.rerender(<ActivityStrip jobs={jobs} />);
    expect(screen.queryByRole("region", { name: "Running now" })).toBeNull();
    expect(screen.getByRole("button", { name: /3 running/ }).ariaExpanded).toBe("false");
    expect(document.activeElement).toBe(document.body);
  });

  test("announces starts and ends, not seconds", () => {
    const view = render(<ActivityStrip jobs={jobs.slice(0, 1)} />);
    expect(screen.getByRole("status").textContent).toBe("");
    view.rerender(<ActivityStrip jobs={jobs.slice(0, 2)} />);
    expect(screen.getByRole("status").textContent).toBe("create database-b: started");
    view.rerender(<ActivityStrip jobs={[]} />);
    expect(screen.getByRole("status").textContent).toBe("2 tasks ended");
  });
});
