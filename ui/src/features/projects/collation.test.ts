import { expect, test } from "vitest";
import { placesOf } from "./collation";

test("places are in the order of people, whenever a word comes", () => {
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const words = Array.from(
    { length: 300 },
    (_, index) => `${index % 2 ? "Café" : "cafe"} ${(index * 7919) % 300}`,
  );
  for (let first = 0; first < words.length; first += 40) placesOf(words.slice(first, first + 40));
  const places = placesOf([]);
  const byPlace = [...words].sort((a, b) => (places.get(a) ?? -1) - (places.get(b) ?? -1));
  expect(byPlace).toEqual([...words].sort(collator.compare));
});

test("words that differ in case and accents alone share a place", () => {
  const places = placesOf(["Émile", "emile", "EMILE", "emilia"]);
  expect(places.get("Émile")).toBe(places.get("EMILE"));
  expect(places.get("emile")).toBeLessThan(places.get("emilia") ?? 0);
});
