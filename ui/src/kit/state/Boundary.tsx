import { Component, type ErrorInfo, type ReactNode } from "react";
import { asError } from "@/kit/asError";
import { Button } from "@/kit/control/Button";
import { BROKEN } from "@/kit/words";
import { Notice } from "./Notice";

interface BoundaryProps {
  /** What is within it: "The screen", "The dialog". */
  name: string;
  /** What is shown within it: something else is not broken by what broke before. */
  at?: string | undefined;
  /** Closes what broke, where it can be closed. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

interface BoundaryState {
  error: Error | undefined;
  where: string;
  at: string | undefined;
}

/** A part of the window that may break by itself: what stands beside it goes on. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined, where: "", at: this.props.at };

  static getDerivedStateFromProps({ at }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return at === state.at ? null : { error: undefined, where: "", at };
  }

  static getDerivedStateFromError(thrown: unknown): Partial<BoundaryState> {
    return { error: asError(thrown) };
  }

  override componentDidCatch(_: unknown, info: ErrorInfo) {
    this.setState({ where: info.componentStack ?? "" });
  }

  override render() {
    const { error, where } = this.state;
    const { name, onClose, children } = this.props;
    if (!error) return children;
    const again = () => this.setState({ error: undefined, where: "" });
    const details = `${error.stack ?? error.message}\n${where}`.trim();
    return (
      <Notice
        tone="danger"
        role="alert"
        title={BROKEN.title(name)}
        actions={
          <>
            <Button size="small" icon="refresh" onClick={again}>
              {BROKEN.again}
            </Button>
            <Button size="small" icon="copy" onClick={() => void navigator.clipboard.writeText(details)}>
              {BROKEN.copy}
            </Button>
            {onClose && (
              <Button
                size="small"
                tone="quiet"
                onClick={() => {
                  again();
                  onClose();
                }}
              >
                {BROKEN.close}
              </Button>
            )}
          </>
        }
      >
        {BROKEN.text(error.message)}
      </Notice>
    );
  }
}
