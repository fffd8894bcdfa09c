import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { SwitcherButton } from "./SwitcherButton";
import { initialsOf } from "./words";

test.each([
  ["Shop prod", "SP"],
  ["shop-prod", "SP"],
  ["Sandbox", "Sa"],
  ["sandbox 2", "S2"],
  ["élan", "Él"],
  ["東京", "東京"],
  ["x", "X"],
  ["—", ""],
])("the account %j has the initials %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("the button says the account's initials and production to the eye, and both once to a screen reader", () => {
  render(
    <SwitcherButton
      name="Shop"
      detail="Production · shop.example.com"
      colour="red"
      isProduction
      readOnly={false}
      paused={false}
    />,
  );
  const button = screen.getByRole("button", { name: /^Shop ?Production · shop\.example\.com$/ });
  expect(button.textContent).toContain("Sh");
  expect(button.textContent).toContain("Prod");
});
