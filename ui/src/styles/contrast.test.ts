import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast, linearRgb, type Oklch, parseOklch } from "./colour";

const css = readFileSync(`${import.meta.dirname}/tokens.css`, "utf8");
const declared = new Map(
  [...css.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? "", match[2] ?? ""]),
);

type Theme = "light" | "dark";

/** A token's colour in a theme, through any number of var() steps. */
function colour(token: string, theme: Theme): Oklch {
  const value = declared.get(token);
  if (value === undefined) throw new Error(`tokens.css declares no --${token}`);
  const other = /^var\(--([a-z0-9-]+)\)$/.exec(value.trim());
  if (other?.[1]) return colour(other[1], theme);
  const both = /^light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)$/.exec(value.trim());
  if (!both) throw new Error(`--${token} is no colour with two themes: ${value}`);
  return parseOklch((theme === "light" ? both[1] : both[2]) ?? "");
}

const GROUNDS = ["ground", "sunken", "hover", "pressed", "raised"];
const MEANINGS = ["ok", "progress", "warning", "danger"];

/** Every ink that stands on a ground somewhere in the kit or the shell. */
const TEXT: ReadonlyArray<[ink: string, ground: string]> = [
  ...GROUNDS.flatMap(
    (ground): Array<[string, string]> => [
      ["ink", ground],
      ["ink-2", ground],
      ["accent", ground],
      ...MEANINGS.map((meaning): [string, string] => [meaning, ground]),
    ],
  ),
  ...["ground", "sunken", "hover", "pressed", "raised"].map((ground): [string, string] => ["ink-3", ground]),
  ...MEANINGS.flatMap(
    (meaning): Array<[string, string]> => [
      [meaning, `${meaning}-soft`],
      ["ink", `${meaning}-soft`],
      ["ink-2", `${meaning}-soft`],
    ],
  ),
  ["ink", "n5"],
  ["ink-2", "n5"],
  ["ink-3", "ok-soft"],
  ["ink-3", "danger-soft"],
  ["accent-ink", "accent"],
  ["accent-ink", "accent-hover"],
  ["accent-ink", "accent-pressed"],
  ["danger-fill-ink", "danger-fill"],
  ["danger-fill-ink", "danger-fill-hover"],
];

/** Edges and shapes that something is recognized by. */
const PARTS: ReadonlyArray<[part: string, ground: string]> = [
  ["line-control", "ground"],
  ["line-control", "raised"],
  ["line-control", "hover"],
  ["focus", "ground"],
  ["focus", "sunken"],
  ["focus", "raised"],
  ["focus", "hover"],
  ["accent", "track"],
  ["n8", "ground"],
  ["n8", "raised"],
  ...MEANINGS.map((meaning): [string, string] => [meaning, "track"]),
];

describe.each<Theme>(["light", "dark"])("%s theme", (theme) => {
  test.each(TEXT)("text %s on %s reads at 4.5 or more", (ink, ground) => {
    expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(PARTS)("part %s on %s stands out at 3 or more", (part, ground) => {
    expect(contrast(colour(part, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

test("white, black and a known colour come out as sRGB has them", () => {
  const white = parseOklch("oklch(1 0 0)");
  const black = parseOklch("oklch(0 0 0)");
  expect(contrast(white, black)).toBeCloseTo(21, 2);
  // #ff0000 is oklch(0.62796 0.25768 29.234)
  const [red, green, blue] = linearRgb(parseOklch("oklch(0.62796 0.25768 29.234)"));
  expect([red, green, blue].map((part) => Math.round(part * 255))).toEqual([255, 0, 0]);
});
