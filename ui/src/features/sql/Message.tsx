import type { SqlMessageView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Icon } from "@/kit/icon/Icon";
import styles from "./Sql.module.css";
import { ERROR } from "./words";

interface MessageProps {
  message: SqlMessageView;
  onShow?: ((place: number) => void) | undefined;
  isError?: boolean;
}

/** An error or a remark of the server with all that it says. */
export function Message({ message, onShow, isError = false }: MessageProps) {
  const { at } = message;
  const more = [
    [ERROR.detail, message.detail],
    [ERROR.hint, message.hint],
    [ERROR.context, message.context],
  ].filter(([, text]) => text);
  return (
    <div role={isError ? "alert" : undefined} className={isError ? styles.error : styles.notice}>
      <Icon name={isError ? "alert" : "info"} />
      <div className="ui-rest">
        <b>{`${message.severity}: ${message.message}`}</b>
        {more.map(([label, text]) => (
          <p key={label}>
            {label}: {text}
          </p>
        ))}
        {isError && <p className="ui-faint-small">{ERROR.code(message.sqlstate)}</p>}
      </div>
      {at !== null && onShow && (
        <Button size="small" onClick={() => onShow(at)}>
          {ERROR.show}
        </Button>
      )}
    </div>
  );
}
