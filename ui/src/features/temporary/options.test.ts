import { expect, test } from "vitest";
import { options, services } from "@/test/views";
import { draftOf, fieldErrorsOf, type OptionsDraft, optionsOf, ownService, summaryOf } from "./options";

const draft = (changes: Partial<OptionsDraft> = {}) => ({ ...draftOf(options(), services()), ...changes });

test("options survive being typed", () => {
  const all = options({
    place: { kind: "custom", address: "https://instant.example.com" },
    logicalReplication: true,
    envPath: "/code/app",
    seedPath: "~/schema.sql",
  });
  expect(optionsOf(draftOf(all, services()))).toEqual(all);
});

test("a place that was never chosen is this machine, and never a hosted one", () => {
  expect(ownService(services())).toEqual({ kind: "account", accountId: "sandbox" });
  expect(ownService(services().filter((service) => service.kind === "neon"))).toBeNull();
});

const hasErrors: Array<[Partial<OptionsDraft>, keyof OptionsDraft]> = [
  [{ place: "" }, "place"],
  [{ reference: "  " }, "reference"],
  [{ envKey: "" }, "envKey"],
  [{ envKey: "1ST" }, "envKey"],
  [{ envKey: "DATABASE-URL" }, "envKey"],
  [{ envPrefix: "PUB LIC" }, "envPrefix"],
  [{ envPath: "code/app" }, "envPath"],
  [{ seedPath: "schema.sql" }, "seedPath"],
  [{ place: "custom", address: "instant.example.com" }, "address"],
  [{ place: "custom", address: "http://instant.example.com" }, "address"],
  [{ place: "custom", address: "https://ada:pw@instant.example.com" }, "address"],
];

test.each(hasErrors)("%o is refused at %s", (changes, field) => {
  expect(Object.keys(fieldErrorsOf(draft(changes)))).toEqual([field]);
});

const fine: Array<Partial<OptionsDraft>> = [
  {},
  { envPrefix: "" },
  { envPath: "~/code" },
  { envPath: "C:\\code" },
  { place: "custom", address: "https://instant.example.com" },
  { place: "custom", address: "http://127.0.0.1:8080" },
  { place: "custom", address: "http://[::1]:8080" },
];

test.each(fine)("%o is accepted", (changes) => expect(fieldErrorsOf(draft(changes))).toEqual({}));

test("the next click is described in one line", () => {
  expect(summaryOf(options({ seedPath: "/code/schema.sql" }), services())).toBe(
    "This machine · ref plinth · seed schema.sql",
  );
});
