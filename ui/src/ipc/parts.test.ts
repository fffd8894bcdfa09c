import { expect, test } from "vitest";
import { readParts } from "./parts";

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

test("a list in parts is one list, and other work comes between them", async () => {
  const seen: string[] = [];
  setTimeout(() => seen.push("other"));
  const list = readParts(bytes('[{"name":"a\\n[b"},2]\n["Größe"]\n[]'));
  list.then(() => seen.push("list"));
  expect(await list).toEqual([{ name: "a\n[b" }, 2, "Größe"]);
  expect(seen).toEqual(["other", "list"]);
});

test("what is no list is refused", async () => {
  await expect(readParts(bytes("[1]\n[2"))).rejects.toThrow(SyntaxError);
});
