import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { mutationKeys } from "@/data/keys";
import { useFailure, useUnderWay } from "@/data/mutation";
import { folderListQuery } from "@/data/queries";
import { MutationRefusal, ReadFailure } from "@/features/base/Failure";
import type { FolderView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { usePublish } from "@/kit/action/useActions";
import { SearchInput } from "@/kit/control/SearchInput";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { SplitView } from "@/kit/layout/SplitView";
import { useRouter } from "@/kit/route/useRouter";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { useOpenRow } from "@/kit/table/useOpenRow";
import { FolderDetail } from "./FolderDetail";
import { FoldersTable } from "./FoldersTable";
import { FormerNotice } from "./FormerNotice";
import { LIST } from "./words";

const folderId = ({ id }: FolderView) => id;

/** The project folders and the one that is open beside them. */
export function FoldersScreen({ id }: { id: string | undefined }) {
  const folders = useQuery(folderListQuery);
  const [filter, setFilter] = useState("");
  const items = folders.data?.items;
  const { row: open, gone } = useOpenRow(items, folderId, id);
  usePublish("folder", open, gone);
  return (
    <Screen
      title={LIST.title}
      tools={
        <>
          {items && items.length > 0 && (
            <SearchInput label={LIST.filter} value={filter} onChange={setFilter} shortcut />
          )}
          <ActionButton action="folders.import">{LIST.import}</ActionButton>
          <AddButton />
        </>
      }
    >
      <FoldersNotices folders={items} />
      <Notices>
        <ReadFailure query={folders} title={LIST.unread} />
      </Notices>
      {folders.isPending && <Skeleton label={LIST.loading} shape="tall-rows" />}
      {items?.length === 0 && <NoFolders />}
      {items && items.length > 0 && (
        <TableAndDetail folders={items} open={open} gone={gone} filter={filter} />
      )}
    </Screen>
  );
}

function AddButton() {
  const busy = useUnderWay(mutationKeys.folderAdd);
  return (
    <ActionButton action="folders.add" tone="primary" busy={busy}>
      {LIST.add}
    </ActionButton>
  );
}

interface TableAndDetailProps {
  folders: readonly FolderView[];
  open: FolderView | undefined;
  /** It was removed elsewhere. */
  gone: boolean;
  filter: string;
}

function TableAndDetail({ folders, open, gone, filter }: TableAndDetailProps) {
  const router = useRouter();
  const detail = useRef<HTMLElement>(null);
  const select = (folder: FolderView) =>
    router.go({ screen: "folders", id: folder.id }, { replace: open !== undefined });
  return (
    <SplitView
      list={
        <FoldersTable
          folders={folders}
          filter={filter}
          selected={open?.id}
          onSelect={select}
          onOpen={(folder) => {
            select(folder);
            detail.current?.focus();
          }}
        />
      }
      detail={open && <FolderDetail folder={open} />}
      detailLabel={open?.name}
      gone={gone}
      detailRef={detail}
      onCloseDetail={() => router.go({ screen: "folders" })}
    />
  );
}

/** What was tried from the list and refused, and what is to be written again. */
function FoldersNotices({ folders }: { folders: readonly FolderView[] | undefined }) {
  const add = useFailure(mutationKeys.folderAdd);
  const undo = useFailure(mutationKeys.envUndo);
  return (
    <Notices>
      <MutationRefusal failure={add} title={LIST.unadded} dismissible />
      <MutationRefusal failure={undo} title={LIST.unrestored} dismissible />
      {folders && <FormerNotice folders={folders} />}
    </Notices>
  );
}

/** The empty list says what it is for and offers the first folder. */
function NoFolders() {
  return (
    <EmptyState
      icon="folderCode"
      title={LIST.empty}
      actions={
        <>
          <ActionButton action="folders.add" tone="primary" />
          <ActionButton action="folders.import">{LIST.importExisting}</ActionButton>
        </>
      }
    >
      {LIST.emptyText}
    </EmptyState>
  );
}
