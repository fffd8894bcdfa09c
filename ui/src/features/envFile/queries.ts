import { queryOptions } from "@tanstack/react-query";
import { call } from "@/ipc/call";
import type { EnvArgs } from "@/ipc/generated";

/** A change worked out but not written, its values masked. Never kept: the file changes without a fact. */
export const envPreviewQuery = (args: EnvArgs) =>
  queryOptions({
    queryKey: ["envPreview", args],
    queryFn: () => call.envPreview(args),
    enabled: args.path !== "",
    staleTime: 0,
    gcTime: 0,
  });
