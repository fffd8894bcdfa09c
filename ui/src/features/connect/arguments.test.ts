import { expect, test } from "vitest";
import { argumentsOf } from "./arguments";

test.each<[string, string[]]>([
  ["", []],
  ["   ", []],
  ["--csv -q", ["--csv", "-q"]],
  ["-c 'select 1'", ["-c", "select 1"]],
  ['-c "select \\"a\\" from t"', ["-c", 'select "a" from t']],
  ["-v name='it''s'", ["-v", "name=its"]],
  ["-f my\\ file.sql", ["-f", "my file.sql"]],
  ["-c ''", ["-c", ""]],
  ["$HOME `id` $(id) ; rm", ["$HOME", "`id`", "$(id)", ";", "rm"]],
  ["-c 'größe 数'", ["-c", "größe 数"]],
])("%j is read as %j, and nothing in it is expanded", (text, words) => {
  expect(argumentsOf(text)).toEqual({ words });
});

test.each([
  ["-c 'select", /Unclosed '/],
  ['-c "select', /Unclosed "/],
  ["-c 'a\nb'", /several lines/],
])("%j is refused", (text, fieldError) => expect(argumentsOf(text).fieldError).toMatch(fieldError));
