import type { RefObject } from "react";
import { counted, grouped } from "@/data/format";
import type { BranchView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { SearchInput } from "@/kit/control/SearchInput";
import { Switch } from "@/kit/control/Switch";
import { CopyJson } from "@/kit/data/CopyJson";
import { Toolbar } from "@/kit/layout/Toolbar";
import { ask } from "@/kit/overlay/asked";

interface BranchesBarProps {
  accountId: string;
  projectId: string;
  branches: readonly BranchView[];
  /** Why nothing can be changed, where nothing can. */
  locked: string | undefined;
  filter: string;
  onFilter(filter: string): void;
  field: RefObject<HTMLInputElement | null>;
  deleted: boolean;
  onDeleted(deleted: boolean): void;
}

/** Above the tree: how many, which of them, and a new one. */
export function BranchesBar(props: BranchesBarProps) {
  const { accountId, projectId, branches, locked, filter, onFilter, field, deleted, onDeleted } = props;
  const gone = branches.filter(({ deletedAt }) => deletedAt !== null).length;
  const words = [
    counted(branches.length - gone, "branch", "branches"),
    ...(gone > 0 ? [`${grouped(gone)} deleted`] : []),
  ];
  return (
    <Toolbar
      count={branches.length > 0 && words.join(", ")}
      tools={
        <>
          <CopyJson value={branches} label={words.join(", ")} />
          <Button
            tone="primary"
            icon="plus"
            aria-disabled={locked !== undefined || undefined}
            title={locked}
            onClick={() => locked === undefined && ask({ dialog: "createBranch", accountId, projectId })}
          >
            New branch…
          </Button>
        </>
      }
    >
      <SearchInput
        label="Filter the branches"
        value={filter}
        onChange={onFilter}
        shortcut="/"
        field={field}
      />
      <Switch checked={deleted} onChange={onDeleted}>
        Show deleted
      </Switch>
    </Toolbar>
  );
}
