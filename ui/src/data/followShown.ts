import type { QueryClient } from "@tanstack/react-query";
import { call } from "@/ipc/call";
import { onEvent } from "@/ipc/events";
import { shownViews } from "./platformViews";

/** How long further changes of what is shown are waited for, in milliseconds: a new screen is one report. */
const TOGETHER = 100;

/** The name under which the core knows this window. No other window has it, and a page that is loaded again keeps it. */
const WINDOW = kept("plinth.window", () => crypto.randomUUID());

/** Counts the reports of this window, also over reloads of its page: two calls may overtake each other on their way. */
const REPORTS = "plinth.window.reports";

/**
 * Reports to the core what the window shows of platforms until the returned function is called: when that changes, anew when
 * the window comes to the front, and nothing while it is hidden. The core then says when a view is due (`viewDue`).
 */
export function followShown(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent = "";
  let isAnew = false;

  function report() {
    timer = undefined;
    const views = document.hidden ? [] : shownViews(client);
    const names = JSON.stringify(views.map(({ ageMs: _age, ...view }) => view));
    if (names === sent && !isAnew) return;
    sent = names;
    // The call ends when the next one takes its place. One that fails is made up for by the event of the host that comes back.
    call({
      kind: "viewsShown",
      window: WINDOW,
      number: nextNumber(),
      views: [...views],
      anew: isAnew && !document.hidden,
    }).catch(() => {});
    isAnew = false;
  }
  function later() {
    timer ??= setTimeout(report, TOGETHER);
  }
  function anew() {
    isAnew = true;
    later();
  }

  const stops = [
    client.getQueryCache().subscribe(later),
    onEvent(({ kind }) => {
      if (kind === "muchChanged") anew();
    }),
  ];
  window.addEventListener("focus", anew);
  document.addEventListener("visibilitychange", anew);
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    window.removeEventListener("focus", anew);
    document.removeEventListener("visibilitychange", anew);
  };
}

function nextNumber(): number {
  const number = Number(kept(REPORTS, () => "0")) + 1;
  sessionStorage.setItem(REPORTS, String(number));
  return number;
}

function kept(key: string, first: () => string): string {
  const value = sessionStorage.getItem(key) ?? first();
  sessionStorage.setItem(key, value);
  return value;
}
