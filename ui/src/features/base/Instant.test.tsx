import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "@/data/client";
import { accountsQuery, sandboxQuery } from "@/data/queries";
import { account, inHours, sandbox } from "@/test/views";
import { type Clock, Instant } from "./Instant";

function shown(at: string | null, clock: Clock) {
  const client = createQueryClient();
  const { running } = sandbox();
  const moved = running && { ...running, clockOffsetMs: 24 * 3_600_000 };
  client.setQueryData(sandboxQuery.queryKey, sandbox({ running: moved }));
  client.setQueryData(accountsQuery.queryKey, [
    account({ id: "sandbox", baseUrl: running?.baseUrl ?? "" }),
    account({ id: "shop", baseUrl: "https://api.example.com" }),
  ]);
  const { container } = render(
    <QueryClientProvider client={client}>
      <Instant at={at} clock={clock} />
    </QueryClientProvider>,
  );
  return container.textContent;
}

test.each<[number, Clock, string]>([
  // What was made a moment ago, by a clock that was moved a day ahead.
  [24, { account: "sandbox" }, "just now"],
  [24, { ahead: 24 * 3_600_000 }, "just now"],
  [-1.5, { account: "shop" }, "1 h ago"],
  [-1.5, "here", "1 h ago"],
])("an instant in %i hours, by the clock %o, reads %s", (hours, clock, words) => {
  expect(shown(inHours(hours), clock)).toBe(words);
});

test("an instant that is not reported is a dash, and never said to be never", () => {
  expect(shown(null, "here")).toBe("–");
  expect(screen.getByTitle("Not reported")).toBeTruthy();
});

test("it stands still while nobody looks, and is right when the window is shown again", () => {
  vi.useFakeTimers();
  shown(inHours(0), "here");
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(vi.getTimerCount()).toBe(0);
  act(() => void vi.advanceTimersByTime(5 * 60_000));
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(screen.getByText("5 min ago")).toBeTruthy();
  hidden.mockRestore();
});
