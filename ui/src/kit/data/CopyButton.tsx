import { Button, type ButtonTone } from "@/kit/control/Button";
import { VALUE } from "@/kit/words";
import { useCopied } from "./useCopied";

interface CopyButtonProps {
  /** What is copied, for screen readers: "connection string". */
  what: string;
  copy(): Promise<void> | void;
  /** It was copied already, by the click that led here. */
  copied?: boolean;
  tone?: ButtonTone;
  /** The button's word. */
  children?: string;
}

/** Copies, and says in its own place whether that worked. */
export function CopyButton({
  what,
  copy,
  copied = false,
  tone = "default",
  children = VALUE.copy,
}: CopyButtonProps) {
  const [state, run] = useCopied(copy, copied);
  const word = { idle: children, copied: VALUE.done, failed: VALUE.failed }[state];
  const icon = { idle: "copy", copied: "check", failed: "alert" } as const;
  return (
    <>
      <Button
        size="small"
        tone={tone}
        icon={icon[state]}
        onClick={run}
        aria-label={`${word} ${what}`}
        data-copies=""
      >
        {word}
      </Button>
      <span role="status" className="visually-hidden">
        {state === "copied" && VALUE.copied(what)}
        {state === "failed" && VALUE.notCopied(what)}
      </span>
    </>
  );
}
