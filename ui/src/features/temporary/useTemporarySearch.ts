import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { accountsQuery, temporaryListQuery } from "@/data/queries";
import { useSearchSource } from "@/kit/action/useActions";
import { useRouter } from "@/kit/route/useRouter";
import { detailOf, subjectsOf } from "./rows";
import { LIST } from "./words";

/** Lets the palette find temporary databases by name, instant service, env file or project. */
export function useTemporarySearch(): void {
  const client = useQueryClient();
  const router = useRouter();
  const items = useCallback(
    () =>
      subjectsOf(
        client.getQueryData(temporaryListQuery.queryKey)?.items ?? [],
        client.getQueryData(accountsQuery.queryKey),
      ).map((row) => ({
        id: row.id,
        title: row.name,
        detail: detailOf(row),
        icon: "database" as const,
        keywords: row.projectId ?? "",
        run: () => router.go({ screen: "temporary", id: row.id }),
      })),
    [client, router],
  );
  useSearchSource(LIST.title, items);
}
