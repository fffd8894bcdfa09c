import { Button } from "@/kit/control/Button";
import { Switch } from "@/kit/control/Switch";
import { Tooltip } from "@/kit/overlay/Tooltip";
import styles from "./Sql.module.css";
import { BAR } from "./words";

interface RunBarProps {
  isBusy: boolean;
  /** There is a database to run on. */
  isReady: boolean;
  isReadOnly: boolean;
  isLocked: boolean;
  isManual: boolean;
  onRun(): void;
  onRunAll(): void;
  /** Runs on a branch; absent where there are no branches. */
  onTry: (() => void) | undefined;
  onStop(): void;
  onReadOnly(isReadOnly: boolean): void;
  onManual(isManual: boolean): void;
}

/** The buttons that run statements, and how those run. */
export function RunBar(props: RunBarProps) {
  const { isBusy, isReady, isReadOnly, isLocked, isManual } = props;
  return (
    <div role="toolbar" aria-label={BAR.tools} className={styles.bar}>
      <Tooltip text={BAR.runHint}>
        <Button
          tone="primary"
          icon="play"
          size="small"
          disabled={!isReady}
          busy={isBusy}
          onClick={props.onRun}
        >
          {BAR.run}
        </Button>
      </Tooltip>
      <Tooltip text={BAR.runAllHint}>
        <Button size="small" disabled={!isReady || isBusy} onClick={props.onRunAll}>
          {BAR.runAll}
        </Button>
      </Tooltip>
      {props.onTry && (
        <Tooltip text={isLocked ? BAR.tryLocked : BAR.tryHint}>
          <Button size="small" disabled={!isReady || isBusy || isLocked} onClick={props.onTry}>
            {BAR.try}
          </Button>
        </Tooltip>
      )}
      <Button size="small" icon="stop" disabled={!isBusy} onClick={props.onStop}>
        {BAR.stop}
      </Button>
      <Tooltip text={BAR.readOnlyHint}>
        <span>
          <Switch checked={isReadOnly} disabled={isLocked} onChange={props.onReadOnly}>
            {BAR.readOnly}
          </Switch>
        </span>
      </Tooltip>
      <Tooltip text={BAR.manualHint}>
        <span>
          <Switch checked={isManual && !isReadOnly} disabled={isReadOnly} onChange={props.onManual}>
            {BAR.manual}
          </Switch>
        </span>
      </Tooltip>
    </div>
  );
}
