import { waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { formatRoute, parseRoute } from "./route";
import { createRouter } from "./router";

type Spot = { screen: "list"; id?: string } | { screen: "settings" };

const spots = () =>
  createRouter<Spot>({
    home: { screen: "list" },
    accept: ({ screen, id }) => {
      if (screen === "list") return id === undefined ? { screen } : { screen, id };
      return screen === "settings" ? { screen } : undefined;
    },
  });

beforeEach(() => window.history.replaceState(null, "", "#"));

describe("the router", () => {
  test("opens at home, goes, and tells who listens", () => {
    const router = spots();
    const heard = vi.fn();
    router.subscribe(heard);
    expect(router.current()).toEqual({ screen: "list" });
    router.go({ screen: "list", id: "a b&c" });
    expect(router.current()).toEqual({ screen: "list", id: "a b&c" });
    router.go({ screen: "list", id: "a b&c" });
    expect(heard).toHaveBeenCalledOnce();
  });

  test("is where it was after a reload, and at home for an address that names nothing", () => {
    spots().go({ screen: "list", id: "7" });
    expect(spots().current()).toEqual({ screen: "list", id: "7" });
    window.history.replaceState(null, "", "#/nowhere");
    expect(spots().current()).toEqual({ screen: "list" });
  });

  test("is where the address led before anybody listened", () => {
    const router = spots();
    window.history.replaceState(null, "", formatRoute({ screen: "settings" }));
    router.subscribe(() => {});
    expect(router.current()).toEqual({ screen: "settings" });
  });

  test("goes back through the browser's own history", async () => {
    const router = spots();
    router.subscribe(() => {});
    router.go({ screen: "list" });
    router.go({ screen: "settings" });
    router.back();
    await waitFor(() => expect(router.current()).toEqual({ screen: "list" }));
  });
});

test.each(["", "#", "#settings", "#/%E0%A4%A"])("%s is no place", (text) =>
  expect(parseRoute(text)).toBeUndefined(),
);

test("a place survives as text", () => {
  expect(parseRoute(formatRoute({ screen: "list" }))).toEqual({ screen: "list" });
});
