import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDraft } from "@/features/base/useDraft";
import { useShownErrors } from "@/features/base/useShownErrors";
import { call } from "@/ipc/call";
import type { ConnectSource, EnvArgs, SettingsView } from "@/ipc/generated";
import { type EnvErrors, type EnvTyped, envErrorsOf } from "./fieldErrors";
import { FAULTS } from "./words";

/** Whose credentials are written, and what is said of it. */
export interface EnvSubject {
  source: ConnectSource;
  /** What the dialog calls it. */
  name: string;
  /** The variable that was written last. */
  envKey: string | undefined;
  /** Whether it is a set of values that have their own names, and no connection. */
  isSet?: boolean | undefined;
}

/** What is typed, and the change worked out from what was last shown. Typing on makes the shown change old. */
export function useEnvDraft(subject: EnvSubject, path: string | null, settings: SettingsView) {
  const { temporary: options, lastEnvPath } = settings;
  const [typed, change] = useDraft<EnvTyped>({
    envPath: path ?? options.envPath ?? lastEnvPath ?? "",
    envKey: subject.envKey ?? options.envKey,
    envPrefix: options.envPrefix,
  });
  const [requested, setRequested] = useState<EnvTyped | undefined>(() => (path ? typed : undefined));
  const [replace, setReplace] = useState<readonly string[]>([]);
  const { shown: fieldErrors, showAll, watch } = useShownErrors(fieldErrorsOf(typed));

  const shown = requested !== undefined && same(requested, typed);
  const preview = useQuery({
    ...envPreviewQuery(argsOf(subject.source, shown ? requested : undefined, replace)),
    ...(shown && { placeholderData: keepPreviousData }),
  });

  const show = (changed: Partial<EnvTyped> = {}) => {
    const next = { ...typed, ...changed };
    change(next);
    showAll();
    if (Object.keys(fieldErrorsOf(next)).length > 0) return;
    setReplace([]);
    setRequested(next);
  };
  // Only a temporary database has a link that goes beside its strings.
  const hasClaim = subject.source.kind === "temporary";
  const isSet = subject.isSet === true;
  return { typed, hasClaim, isSet, change, fieldErrors, watch, show, shown, preview, replace, setReplace };
}

export type EnvDraft = ReturnType<typeof useEnvDraft>;

function fieldErrorsOf(typed: EnvTyped): EnvErrors {
  const fieldErrors = envErrorsOf(typed);
  if (!typed.envPath.trim()) fieldErrors.envPath = FAULTS.pathMissing;
  return fieldErrors;
}

function same(one: EnvTyped, other: EnvTyped): boolean {
  return one.envPath === other.envPath && one.envKey === other.envKey && one.envPrefix === other.envPrefix;
}

function argsOf(source: ConnectSource, requested: EnvTyped | undefined, replace: readonly string[]): EnvArgs {
  return {
    source,
    path: requested?.envPath.trim() ?? "",
    key: requested?.envKey.trim() ?? "",
    prefix: requested?.envPrefix.trim() ?? "",
    replace: [...replace],
  };
}

/** A change worked out but not written, its values masked. Never kept: the file changes without an event. */
const envPreviewQuery = (args: EnvArgs) =>
  queryOptions({
    queryKey: ["envPreview", args],
    queryFn: () => call({ kind: "envPreview", args }),
    enabled: args.path !== "",
    staleTime: 0,
    gcTime: 0,
  });
