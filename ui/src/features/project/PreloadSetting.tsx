import { queryOptions, useQuery } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { ReadFailure } from "@/features/base/Failure";
import { call } from "@/ipc/call";
import type { PreloadLibraryView, ProjectView } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { Tag } from "@/kit/data/Tag";
import { Link } from "@/kit/route/Link";
import { Skeleton } from "@/kit/state/Skeleton";
import overview from "./Overview.module.css";
import { SettingsPart } from "./SettingsPart";
import { type SettingProps, useSetting } from "./updating";
import { PRELOAD } from "./words";

const librariesQuery = (account: string, project: string) =>
  queryOptions({
    queryKey: [...keys.project(account, project), "preloadLibraries"],
    queryFn: () => call({ kind: "projectPreloadLibraries", accountId: account, projectId: project }),
  });

/** What PostgreSQL loads when it starts. */
export function PreloadSetting(at: SettingProps) {
  const { accountId, project, locked } = at;
  const list = useQuery(librariesQuery(accountId, project.id));
  const setting = useSetting<Chosen>(at, "preload");
  const { typed, type } = setting;
  const set = chosenOf(project);
  const chosen: Chosen = { ...set, ...typed };
  const choices = list.data && furtherOf(list.data, set);
  const isChanged =
    chosen.useDefaults !== set.useDefaults || sorted(chosen.libraries) !== sorted(set.libraries);
  const preload = { useDefaults: chosen.useDefaults, libraries: [...chosen.libraries] };
  const toggle = (name: string, on: boolean) =>
    type({ libraries: on ? [...chosen.libraries, name] : chosen.libraries.filter((each) => each !== name) });
  const disabled = locked !== undefined;
  return (
    <SettingsPart
      setting={setting}
      title={PRELOAD.title}
      about={
        <>
          {PRELOAD.about} {PRELOAD.restart}{" "}
          <Link
            className={overview.link}
            to={{ screen: "project", account: accountId, id: project.id, tab: "computes" }}
          >
            {PRELOAD.restartLink}
          </Link>
        </>
      }
      changed={isChanged ? { settings: { preload } } : undefined}
      save={PRELOAD.save}
    >
      {list.isPending && <Skeleton label={PRELOAD.loading} shape="text" count={3} />}
      <ReadFailure query={list} title={PRELOAD.failed} />
      {list.data?.length === 0 && <p className="ui-muted-small">{PRELOAD.none}</p>}
      {list.data && list.data.length > 0 && (
        <Checkbox
          checked={chosen.useDefaults}
          disabled={disabled}
          onChange={(useDefaults) => type({ useDefaults })}
          hint={PRELOAD.defaultsHint(list.data.filter((each) => each.isDefault).map(({ name }) => name))}
        >
          {PRELOAD.defaults}
        </Checkbox>
      )}
      {choices?.map((library) => (
        <Checkbox
          key={library.name}
          checked={chosen.libraries.includes(library.name)}
          disabled={disabled}
          onChange={(on) => toggle(library.name, on)}
          hint={library.description ?? undefined}
        >
          <span className="ui-row-inline">
            {PRELOAD.version(library.name, library.version)}
            {library.isExperimental && <Tag>{PRELOAD.experimental}</Tag>}
          </span>
        </Checkbox>
      ))}
    </SettingsPart>
  );
}

interface Chosen {
  useDefaults: boolean;
  libraries: readonly string[];
}

/** What is set. Where the platform does not say it, its own choice is loaded and nothing else. */
const chosenOf = ({ details }: ProjectView): Chosen => ({
  useDefaults: details?.preloadDefaults ?? true,
  libraries: details?.preloadLibraries ?? [],
});

/** Those that are no default ones, and what is set that the platform no longer lists. */
function furtherOf(all: readonly PreloadLibraryView[], { libraries }: Chosen): readonly PreloadLibraryView[] {
  const unlisted = libraries.filter((name) => !all.some((each) => each.name === name));
  return [
    ...all.filter((each) => !each.isDefault || libraries.includes(each.name)),
    ...unlisted.map((name) => ({
      name,
      description: null,
      version: null,
      isDefault: false,
      isExperimental: false,
    })),
  ];
}

const sorted = (names: readonly string[]): string => [...names].sort().join("\n");
