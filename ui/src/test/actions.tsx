import type { ReactNode } from "react";
import { vi } from "vitest";
import { type Action, actionOn } from "@/kit/action/action";
import { createRegistry } from "@/kit/action/registry";
import { type ActionSurroundings, ActionsContext } from "@/kit/action/useActions";

declare module "@/kit/action/action" {
  interface Subjects {
    /** Only tests have fruit. */
    fruit: { name: string; ripe: boolean };
  }
}

/** Everything an action needs around it, with a record of what was refused. */
export function surroundings(actions: readonly Action[]) {
  const onFailure = vi.fn<ActionSurroundings["onFailure"]>();
  const tools = Object.create(null);
  return { registry: createRegistry(actions), tools, onFailure };
}

export function WithActions({ value, children }: { value: ActionSurroundings; children: ReactNode }) {
  return <ActionsContext value={value}>{children}</ActionsContext>;
}

export function eatAction(run: (name: string) => void) {
  return actionOn({
    id: "fruit.eat",
    group: "Fruit",
    about: "fruit",
    title: "Eat",
    titleFor: (fruit) => `Eat the ${fruit.name}`,
    shortcut: "Mod+E",
    blocked: (fruit) => (fruit.ripe ? undefined : "It is not ripe"),
    run: (fruit) => run(fruit.name),
  });
}
