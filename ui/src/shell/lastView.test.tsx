import { readFileSync } from "node:fs";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Layout } from "@/ipc/generated";
import { Banner } from "@/kit/layout/Banner";
import { StaleNotice } from "@/kit/state/StaleNotice";
import { home } from "@/routes";
import { answer, callsOf } from "@/test/backend";
import { deferred } from "@/test/interactions";
import { project } from "@/test/views";
import { openWindow } from "@/test/window";
import { followLastView, removeLastView, viewOf } from "./lastView";

const SCRIPT = readFileSync("public/last-view.js", "utf8");

const made: Element[] = [];

/** An element of the page with this in it, until the test ends. */
function added(html: string, to = document.body): HTMLElement {
  const element = document.createElement("div");
  element.innerHTML = html;
  to.append(element);
  made.push(element);
  return element;
}

afterEach(() => {
  for (const element of made.splice(0)) element.remove();
  removeLastView();
  for (const script of document.head.querySelectorAll("script[type=module]")) script.remove();
  delete document.documentElement.dataset.density;
  window.location.hash = "";
});

/** The page as the program writes it, of a window of this size. */
function page(changes: Partial<Layout> = {}) {
  const layout: Layout = {
    width: window.innerWidth,
    height: window.innerHeight,
    density: "compact",
    theme: null,
    remembered: JSON.stringify(Object.entries(window.localStorage).sort()),
    ...changes,
  };
  added('<script type="text/plain" id="interface" src="/assets/index.js"></script>', document.head);
  added(`<script type="application/json" id="last-view-layout">${JSON.stringify(layout)}</script>
    <template id="last-view-elements"><p data-style="width: 12px">Project</p></template>`);
  const invoke = vi.fn(() => Promise.resolve(null));
  Object.assign(window, { __TAURI_INTERNALS__: { invoke } });
  new Function(SCRIPT)();
  return invoke;
}

const interfaces = () =>
  [...document.head.querySelectorAll("script[type=module]")].map((it) => it.getAttribute("src"));

test("a start shows it and runs the interface once it is on the screen", async () => {
  const invoke = page();
  expect(document.querySelector("p")?.style.width).toBe("12px");
  expect(document.documentElement.dataset.density).toBe("compact");
  expect(interfaces()).toEqual([]);
  await vi.waitFor(() => expect(interfaces()).toEqual(["/assets/index.js"]));
  expect(invoke).toHaveBeenCalledExactlyOnceWith("app_painted", { ready: false });
});

test.each<[string, Partial<Layout>, string]>([
  ["a window of another size shows", { width: 1 }, ""],
  ["a window that remembers something else shows", { remembered: '[["plinth.theme","dark"]]' }, ""],
  ["a page that shows something else shows", {}, "#/settings"],
])("%s the interface alone", (_what, changes, hash) => {
  window.location.hash = hash;
  page(changes);
  expect(document.getElementById("last-view")).toBeNull();
  expect(interfaces()).toEqual(["/assets/index.js"]);
});

test("it goes when the window gets another size", () => {
  page();
  expect(document.getElementById("last-view")?.textContent).toBe("Project");
  window.dispatchEvent(new Event("resize"));
  expect(document.getElementById("last-view")).toBeNull();
});

test("it goes when the window shows the same itself, and not before", async () => {
  const pending = deferred<null>();
  answer("projectCached", () => pending.promise);
  page();
  openWindow(home);
  await screen.findByText("No running tasks");
  expect(document.getElementById("last-view")).not.toBeNull();
  pending.resolve(null);
  await vi.waitFor(() => expect(document.getElementById("last-view")).toBeNull());
});

test("styles become data, ids go, and what changes by itself is left empty", () => {
  const html = viewOf(
    added('<p id="a" style="width: 1px">Name</p><time title="now">2 min ago</time><p data-live>3 of 9</p>'),
  );
  expect(html).toBe('<p data-style="width: 1px">Name</p><time></time><p data-live=""></p>');
});

test.each([
  ["an open dialog", "<div role=dialog>Delete</div>"],
  ["a notice", "<div data-passing>The project was deleted</div>"],
  ["ticked rows", "<div role=grid><input type=checkbox checked></div>"],
])("%s is in no start", (_what, html) => {
  expect(viewOf(added(html))).toBeUndefined();
});

test("why an account cannot be used is in each start, why a list could not be read is not", () => {
  const { container, rerender } = render(
    <>
      <Banner tone="warning" icon="key" title="The key is missing" />
      <StaleNotice asOf={0} reason="The keychain is locked" />
    </>,
  );
  expect(viewOf(container)).toMatch(/The keychain is locked\. Shown as of <time[^>]*><\/time>\./);
  rerender(<StaleNotice asOf={0} reason="No answer" retry={() => {}} />);
  expect(viewOf(container)).toBeUndefined();
  rerender(<Banner tone="warning" icon="plug" title="The sandbox is stopped" passing />);
  expect(viewOf(container)).toBeUndefined();
});

test("the list of projects is kept when it was read, and nothing where something else is shown", async () => {
  window.localStorage.clear();
  answer("projectPage", ({ scope }) => ({
    items: scope === "own" ? [project({ name: "quiet-harbour" })] : [],
    next: null,
    unavailable: [],
  }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { client, router, container } = openWindow(home);
  container.id = "root";
  followLastView(client, router, home);
  await vi.waitFor(() => expect(screen.getByText("quiet-harbour")).toBeDefined());
  await vi.advanceTimersByTimeAsync(2_000);
  const view = callsOf("lastViewKeep")[0]?.view;
  expect(view).toMatchObject({ layout: { width: window.innerWidth, height: window.innerHeight } });
  expect(JSON.stringify(view)).toContain("quiet-harbour");

  const before = callsOf("lastViewKeep").length;
  fireEvent.change(screen.getByLabelText("Filter projects"), { target: { value: "har" } });
  window.dispatchEvent(new Event("resize"));
  await vi.advanceTimersByTimeAsync(2_000);
  router.go({ screen: "settings" });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(callsOf("lastViewKeep")).toHaveLength(before);
  vi.useRealTimers();
});
