import { Unbroken } from "@/kit/data/Unbroken";

/** How a size is typed, and what comes of it. */
export function SizeHint({ children }: { children?: string }) {
  return (
    <>
      One size such as 2, or a range such as <Unbroken>0.5-3</Unbroken>
      {children ?? "."}
    </>
  );
}
