import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Chart } from "./Chart";
import { type ChartPoint, summaryOf } from "./points";

const POINTS: readonly ChartPoint[] = [
  { label: "Mon", value: 2 },
  { label: "Tue", value: null },
  { label: "Wed", value: 8 },
  { label: "Thu", value: 4 },
];
const hours = (value: number) => `${value} h`;

test.each([
  [POINTS, ["Peak: 8 h (Wed).", "Latest: 4 h."]],
  [[{ label: "Mon", value: 0 }], ["0 h throughout."]],
  [[{ label: "Mon", value: null }], ["No data."]],
  [[], ["No data."]],
])("what a chart shows is said in sentences: %#", (points, words) =>
  expect(summaryOf(points, hours)).toEqual(words),
);

test("a chart of bars has one for each stretch, as high as its share, and a table that says the same", () => {
  const { container } = render(
    <Chart label="Compute" look="bars" points={POINTS} format={hours} total="14 h" />,
  );
  const heights = [...container.querySelectorAll("rect.bar, rect[class*=bar]")].map((bar) =>
    Number(bar.getAttribute("height")),
  );
  expect(heights).toEqual([11, 0, 44, 22]);
  const rows = within(screen.getByRole("table", { name: "Compute" })).getAllByRole("row");
  expect(rows.map((row) => row.textContent)).toEqual([
    "TimeCompute",
    "Mon2 h",
    "Tuenot reported",
    "Wed8 h",
    "Thu4 h",
  ]);
  expect(screen.getByText("14 h")).toBeTruthy();
});

test("a level breaks where nobody measured", () => {
  const { container } = render(<Chart label="Storage" look="level" points={POINTS} format={hours} />);
  const line = container.querySelector("path:last-of-type")?.getAttribute("d") ?? "";
  expect(line.match(/M/g)).toHaveLength(2);
  expect(line).not.toContain("NaN");
});

test.each([[[]], [[{ label: "Mon", value: 0 }]]])(
  "a chart of next to nothing is drawn without a fault: %#",
  (points) => {
    const { container } = render(
      <>
        <Chart label="Bars" look="bars" points={points} format={hours} />
        <Chart label="Level" look="level" points={points} format={hours} />
      </>,
    );
    expect(container.innerHTML).not.toContain("NaN");
  },
);

test("a level of one point is its number, as a dot says nothing", () => {
  const { container } = render(
    <Chart
      label="Storage"
      look="level"
      points={[
        { label: "Mon", value: null },
        { label: "Tue", value: 8 },
      ]}
      format={hours}
    />,
  );
  expect(container.querySelector("svg")).toBeNull();
  expect(screen.getByText("8 h", { selector: "p" })).toBeTruthy();
});
