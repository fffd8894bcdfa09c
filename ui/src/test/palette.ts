import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

/** Opens the palette and waits until what is typed goes there. */
export async function openPalette(user: UserEvent): Promise<HTMLElement> {
  await user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: "Search actions and names" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return field;
}
