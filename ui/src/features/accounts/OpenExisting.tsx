import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { useWork } from "@/data/work";
import { Button } from "@/kit/control/Button";
import { choosing } from "./mutations";

interface OpenExistingProps {
  error: Error;
  onOpen(): void;
}

/** Where a key is that of an account which is there already: leads to that one. */
export function OpenExisting({ error, onOpen }: OpenExistingProps) {
  const { code, about } = viewOf(error);
  const existing = useAccount(code === "exists" ? (about ?? "") : "");
  const choose = useWork(choosing);
  if (!existing) return null;
  const open = async () => {
    if (await choose.start(existing.id)) onOpen();
  };
  return (
    <Button size="small" busy={choose.underWay} onClick={() => void open()}>
      Open {existing.name}
    </Button>
  );
}
