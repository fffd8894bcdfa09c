import { useState } from "react";
import { Button } from "@/kit/control/Button";

/** The platform's request id: not a secret, made to be quoted. */
export function RequestId({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(id);
    setCopied(true);
  };
  return (
    <Button size="small" tone="quiet" icon={copied ? "check" : "copy"} onClick={() => void copy()}>
      {copied ? "Request id copied" : `Copy request id ${id.slice(0, 8)}`}
    </Button>
  );
}
