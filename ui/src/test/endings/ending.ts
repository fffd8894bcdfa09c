import { act, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { EventView } from "@/ipc/generated";
import { type OpenDialog, openDialog } from "@/kit/overlay/dialogs";
import type { Route } from "@/kit/route/route";
import { DIALOG } from "@/kit/words";
import { publish } from "@/test/backend";
import { ID } from "@/test/projectRoute";
import type { openWindow } from "@/test/window";

/** A notice, banner or toast in the source: its file, without `features/` and the ending, and words there that no other one has. */
export interface Site {
  file: string;
  notice: string;
}

/** A cause that begins, what is seen of it, and what ends it. */
export interface Ending extends Site {
  route?: Route;
  /** What the backend answers before the window opens. */
  given?(): void;
  /** What is done in the window to bring it about; nothing where it is there from the start. */
  begin?(user: UserEvent, window: ReturnType<typeof openWindow>): Promise<void> | void;
  /** A test id, or a part of the words that are seen. */
  shown: string;
  end(user: UserEvent, window: ReturnType<typeof openWindow>): Promise<void> | void;
}

/** Another test that opens a notice and ends it, by its file and title. `watched.ts` checks both while that test runs. */
export interface Elsewhere extends Site {
  by: readonly [file: string, title: string];
  /** A test id, or a part of the words that are seen. A toast needs none: `notices.test.tsx` checks how every toast ends. */
  shown?: string;
}

/** All elements that show what is meant. */
export const seen = (shown: string): readonly HTMLElement[] => [
  ...screen.queryAllByTestId(shown),
  ...screen.queryAllByText((text) => text.includes(shown)),
];

export const happens = (event: EventView) => act(() => publish(event));

export const projectChanges = () => happens({ kind: "projectChanged", accountId: "sandbox", projectId: ID });

export const accountsChange = () => happens({ kind: "accountsChanged" });

/** Presses a button, the first of this name. */
export async function press(user: UserEvent, name: string | RegExp): Promise<void> {
  const [first] = await screen.findAllByRole("button", { name });
  if (first) await user.click(first);
}

/** Presses a button of a dialog that is open. */
export async function pressThere(user: UserEvent, name: string | RegExp): Promise<void> {
  const button = await waitFor(() => {
    const [found] = screen
      .queryAllByRole("button", { name })
      .filter((each) => each.closest("[role=dialog]") !== null);
    if (!found) throw new Error(`no dialog has a button that is called ${name}`);
    return found;
  });
  await user.click(button);
}

/** Leaves the dialog that is open without doing anything. */
export const cancel = (user: UserEvent) => pressThere(user, DIALOG.cancel);

/** Opens a dialog once the window is there. */
export const asking = (dialog: OpenDialog) => async () => {
  await screen.findByRole("main");
  act(() => openDialog(dialog));
  await screen.findByRole("dialog");
};

/** Ticks a box or chooses one of several. */
export async function tick(user: UserEvent, name: string | RegExp): Promise<void> {
  const found = await waitFor(() => {
    const [first] = [
      ...screen.queryAllByRole("checkbox", { name }),
      ...screen.queryAllByRole("radio", { name }),
    ];
    if (!first) throw new Error(`nothing to tick is called ${name}`);
    return first;
  });
  await user.click(found);
}
