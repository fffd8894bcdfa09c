import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { eatAction, surroundings, WithActions } from "@/test/actions";
import { ActionButton } from "./ActionButton";
import { ActionMenu } from "./ActionMenu";
import { action } from "./action";
import { createRegistry, shortcutConflicts } from "./registry";

const apple = { name: "apple", ripe: true };
const banana = { name: "banana", ripe: false };

describe("an action", () => {
  test("about a subject is offered only where one is given, with its name", () => {
    const eat = eatAction(() => {});
    expect(eat.when({})).toBe(false);
    expect(eat.title({})).toBe("Eat");
    expect(eat.when({ fruit: apple })).toBe(true);
    expect(eat.title({ fruit: apple })).toBe("Eat the apple");
    expect(eat.blocked({ fruit: banana })).toBe("It is not ripe");
  });

  test("that fails is reported to the failure outlet, not thrown", async () => {
    const refused = new Error("refused");
    const world = surroundings([
      action({ id: "x", group: "X", title: "Try it", run: () => Promise.reject(refused) }),
    ]);
    render(
      <WithActions value={world}>
        <ActionButton action="x" />
      </WithActions>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Try it" }));
    expect(world.onFailure).toHaveBeenCalledWith(expect.objectContaining({ id: "x" }), refused);
  });
});

describe("the registry", () => {
  test("refuses two actions of one id, and forgets what is taken away", () => {
    const registry = createRegistry([eatAction(() => {})]);
    expect(() => registry.register([eatAction(() => {})])).toThrow("fruit.eat");
    const remove = registry.register([action({ id: "b", group: "B", title: "B", run: () => {} })]);
    expect(registry.actions().map((each) => each.id)).toEqual(["fruit.eat", "b"]);
    remove();
    expect(registry.find("b")).toBeUndefined();
  });

  test("knows the newest selection of a kind and goes back to the one before", () => {
    const registry = createRegistry();
    registry.publish({ fruit: apple });
    const withdraw = registry.publish({ fruit: banana });
    expect(registry.context().fruit).toBe(banana);
    withdraw();
    expect(registry.context().fruit).toBe(apple);
  });

  test("finds shortcuts that would answer twice", () => {
    const other = action({ id: "other", group: "O", title: "Other", shortcut: "Mod+E", run: () => {} });
    expect(shortcutConflicts([eatAction(() => {}), other])).toEqual([["fruit.eat", "other"]]);
  });
});

describe("the … menu", () => {
  test("runs the same action on its row by keyboard and gives the focus back", async () => {
    const eaten = vi.fn();
    const user = userEvent.setup();
    render(
      <WithActions value={surroundings([eatAction(eaten)])}>
        <ActionMenu about="fruit" subject={apple} label="Actions for the apple" />
      </WithActions>,
    );
    const button = screen.getByRole("button", { name: "Actions for the apple" });
    button.focus();
    await user.keyboard("{Enter}");
    const menu = await screen.findByRole("menu");
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    await user.keyboard("{ArrowDown}{Enter}");
    await waitFor(() => expect(eaten).toHaveBeenCalledWith("apple"));
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test("shows why an action is blocked and does not run it", async () => {
    const eaten = vi.fn();
    const user = userEvent.setup();
    render(
      <WithActions value={surroundings([eatAction(eaten)])}>
        <ActionMenu about="fruit" subject={banana} label="Actions for the banana" />
      </WithActions>,
    );
    await user.click(screen.getByRole("button", { name: "Actions for the banana" }));
    const item = await screen.findByRole("menuitem", { name: /It is not ripe/ });
    expect(item.getAttribute("aria-disabled")).toBe("true");
    await user.click(item);
    expect(eaten).not.toHaveBeenCalled();
  });
});
