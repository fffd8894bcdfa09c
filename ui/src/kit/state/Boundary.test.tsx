import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Boundary } from "./Boundary";

let broken = true;
function Part() {
  if (broken) throw new Error("no such thing");
  return <p>The part</p>;
}

test("a part that breaks leaves what is beside it, says so and can be shown again", async () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <>
      <p>Beside it</p>
      <Boundary name="The dialog">
        <Part />
      </Boundary>
    </>,
  );
  expect(screen.getByText("Beside it")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toContain("The dialog failed");
  expect(screen.getByRole("alert").textContent).toContain("no such thing");
  broken = false;
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByText("The part")).toBeTruthy();
  quiet.mockRestore();
});
