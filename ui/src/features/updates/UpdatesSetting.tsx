import { useQuery } from "@tanstack/react-query";
import { viewOf } from "@/data/errors";
import { useMutationSpec } from "@/data/mutation";
import { MutationRefusal, ReadFailure } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import type { DownloadView, ReleaseView, SettingsView, UpdatesView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Switch } from "@/kit/control/Switch";
import { formatBytes } from "@/kit/data/bytes";
import { Meter } from "@/kit/data/Meter";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { cancelling, checking, installing, restarting } from "./mutations";
import { updatesQuery } from "./queries";
import styles from "./Updates.module.css";
import { UPDATES, updatedElsewhere } from "./words";

interface UpdatesSettingProps {
  settings: SettingsView | undefined;
  onChange(changed: Partial<SettingsView>): void;
}

/** Whether Plinth looks for a newer version by itself, what it found, and the way to it. */
export function UpdatesSetting({ settings, onChange }: UpdatesSettingProps) {
  const updates = useQuery(updatesQuery);
  const view = updates.data;
  if (!view) {
    return updates.error ? (
      <ReadFailure query={updates} title={UPDATES.notLoaded} />
    ) : (
      <Skeleton label={UPDATES.loading} shape="text" />
    );
  }
  const elsewhere = updatedElsewhere[view.by];
  if (elsewhere !== undefined) return <p className={styles.quiet}>{elsewhere}</p>;
  return (
    <>
      {settings && (
        <Switch
          checked={settings.checkForUpdates}
          onChange={(checkForUpdates) => onChange({ checkForUpdates })}
          hint={UPDATES.automaticHint(view.host ?? "")}
        >
          {UPDATES.automatic}
        </Switch>
      )}
      <Found view={view} />
    </>
  );
}

function Found({ view }: { view: UpdatesView }) {
  const check = useMutationSpec(checking);
  const install = useMutationSpec(installing);
  if (view.release && (install.underWay || view.download !== null)) {
    return <Downloading version={view.release.version} progress={view.download} />;
  }
  // What was cancelled failed by the person’s own wish.
  const cancelled = install.failure && viewOf(install.failure.error).code === "cancelled";
  const refused = cancelled ? undefined : install.failure;
  return (
    <>
      <div className="ui-row">
        <Button size="small" busy={check.underWay} onClick={() => void check.start()}>
          {UPDATES.checkNow}
        </Button>
        <span className={styles.quiet} role="status">
          <Checked view={view} />
        </span>
      </div>
      {view.installed !== null && <Installed version={view.installed} />}
      {view.release && (
        <Available release={view.release} current={view.version} onInstall={() => void install.start()} />
      )}
      <MutationRefusal failure={refused} title={UPDATES.notInstalled} dismissible />
      <MutationRefusal failure={check.failure} title={UPDATES.notChecked} dismissible />
    </>
  );
}

function Checked({ view: { checkedAt, release, installed, version } }: { view: UpdatesView }) {
  if (checkedAt === null) return UPDATES.neverChecked;
  return (
    <>
      {release === null && installed === null && <>{UPDATES.newest(version)} </>}
      {UPDATES.checked} <Instant at={checkedAt} clock="here" />
    </>
  );
}

interface AvailableProps {
  release: ReleaseView;
  current: string;
  onInstall(): void;
}

function Available({ release, current, onInstall }: AvailableProps) {
  const { version, notes, publishedAt, host } = release;
  return (
    <Notice
      tone="info"
      title={UPDATES.available(version)}
      passing={false}
      actions={
        <Button tone="primary" size="small" onClick={onInstall}>
          {UPDATES.install}
        </Button>
      }
    >
      <p>
        {UPDATES.from(current, host)}
        {publishedAt !== null && (
          <>
            {" "}
            {UPDATES.published} <Instant at={publishedAt} clock="here" />
          </>
        )}
      </p>
      {notes !== "" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <figure className={styles.notes} tabIndex={0} aria-label={UPDATES.notes(version)} data-selectable>
          {notes}
        </figure>
      )}
    </Notice>
  );
}

function Downloading({ version, progress }: { version: string; progress: DownloadView | null }) {
  const cancel = useMutationSpec(cancelling);
  const { bytes = 0, total = null, installing: putting = false } = progress ?? {};
  const words = progressWords(progress);
  return (
    <div className={styles.download}>
      <div className="ui-row">
        <span role="status">{UPDATES.downloading(version)}</span>
        <span className={styles.count}>{words}</span>
        <Button
          size="small"
          busy={cancel.underWay}
          disabled={progress === null || putting}
          onClick={() => void cancel.start()}
        >
          {UPDATES.cancel}
        </Button>
      </div>
      <Meter
        kind="progress"
        tone="progress"
        label={UPDATES.progress}
        value={bytes}
        max={total ?? Math.max(1, bytes * 2)}
        text={words}
      />
    </div>
  );
}

function progressWords(progress: DownloadView | null): string {
  if (progress === null) return UPDATES.starting;
  if (progress.installing) return UPDATES.installing;
  const done = formatBytes(progress.bytes);
  return progress.total === null ? done : UPDATES.of(done, formatBytes(progress.total));
}

function Installed({ version }: { version: string }) {
  const restart = useMutationSpec(restarting);
  return (
    <Notice
      tone="ok"
      role="status"
      title={UPDATES.installed(version)}
      passing={false}
      actions={
        <Button tone="primary" size="small" busy={restart.underWay} onClick={() => void restart.start()}>
          {UPDATES.restart}
        </Button>
      }
    >
      {UPDATES.installedHint}
      <MutationRefusal failure={restart.failure} title={UPDATES.notRestarted} dismissible />
    </Notice>
  );
}
