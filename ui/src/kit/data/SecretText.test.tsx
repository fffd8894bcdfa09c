import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { SecretText } from "./SecretText";

const SECRET = "postgresql://owner:example@localhost/db";
const settle = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const button = (name: string) => screen.getByRole("button", { name });

beforeEach(() => {
  vi.useFakeTimers();
});
describe("a secret", () => {
  test("is masked, shown when asked for, and hidden again after 30 s", async () => {
    render(
      <SecretText
        label="string"
        masked="postgresql://owner:••••"
        reveal={async () => SECRET}
        copy={() => {}}
      />,
    );
    expect(screen.getByText("postgresql://owner:••••")).toBeTruthy();
    expect(screen.queryByText(SECRET)).toBeNull();
    fireEvent.click(button("Reveal string"));
    await settle();
    expect(screen.getByText(SECRET)).toBeTruthy();
    await settle(29_900);
    expect(screen.getByText(SECRET)).toBeTruthy();
    await settle(200);
    expect(screen.queryByText(SECRET)).toBeNull();
    expect(document.body.innerHTML).not.toContain("example");
  });

  test("hides at once when asked to, and counts 30 s anew the next time", async () => {
    render(<SecretText label="string" reveal={async () => SECRET} copy={() => {}} />);
    fireEvent.click(button("Reveal string"));
    await settle(20_000);
    fireEvent.click(button("Hide string"));
    expect(screen.queryByText(SECRET)).toBeNull();
    fireEvent.click(button("Reveal string"));
    await settle(20_000);
    expect(screen.getByText(SECRET)).toBeTruthy();
  });

  test("that cannot be read says so where it stands", async () => {
    render(<SecretText label="string" reveal={() => Promise.reject(new Error("locked"))} copy={() => {}} />);
    fireEvent.click(button("Reveal string"));
    await settle();
    expect(screen.getByText("Couldn’t read string")).toBeTruthy();
  });

  test("that the click before has copied says so for two seconds", async () => {
    const secret = (copied: boolean) => (
      <SecretText label="string" reveal={async () => SECRET} copy={() => {}} copied={copied} />
    );
    const { rerender } = render(secret(false));
    expect(button("Copy string")).toBeTruthy();
    rerender(secret(true));
    await settle();
    expect(button("Copied string")).toBeTruthy();
    await settle(2_000);
    expect(button("Copy string")).toBeTruthy();
  });

  test("is copied without being shown, and the button says how that went", async () => {
    const copy = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error("no clipboard"));
    render(<SecretText label="string" reveal={async () => SECRET} copy={copy} />);
    fireEvent.click(button("Copy string"));
    await settle();
    expect(button("Copied string")).toBeTruthy();
    expect(document.body.innerHTML).not.toContain("example");
    await settle(2_000);
    fireEvent.click(button("Copy string"));
    await settle();
    expect(button("Copy failed string")).toBeTruthy();
  });
});
