import { Component, type ErrorInfo, type ReactNode } from "react";
import { asError } from "@/kit/asError";
import { Button } from "@/kit/control/Button";
import styles from "./ErrorBoundary.module.css";
import { removeLastView } from "./lastView";
import { BROKEN } from "./words";

interface ErrorBoundaryProps {
  /** Puts the details into the clipboard. */
  copy(text: string): void;
  children: ReactNode;
}

interface ErrorBoundaryState {
  error: Error | undefined;
  where: string;
}

/** Stands in for a window that broke: says so, offers to load it anew and to copy what is known. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined, where: "" };

  static getDerivedStateFromError(thrown: unknown): Partial<ErrorBoundaryState> {
    return { error: asError(thrown) };
  }

  override componentDidCatch(_: unknown, info: ErrorInfo) {
    removeLastView();
    this.setState({ where: info.componentStack ?? "" });
  }

  override render() {
    const { error, where } = this.state;
    if (!error) return this.props.children;
    const details = `${error.stack ?? error.message}\n${where}`.trim();
    return (
      <main className={styles.page}>
        <div className={styles.box} role="alert">
          <h1 className={styles.title}>{BROKEN.title}</h1>
          <p>{BROKEN.text}</p>
          <pre className={styles.details}>{error.message}</pre>
          <div className={styles.buttons}>
            <Button tone="primary" onClick={() => window.location.reload()}>
              {BROKEN.reload}
            </Button>
            <Button onClick={() => this.props.copy(details)}>{BROKEN.copy}</Button>
          </div>
        </div>
      </main>
    );
  }
}
