import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Toasts } from "@/kit/overlay/Toasts";
import { useRouter } from "@/kit/route/useRouter";
import { CommandPalette } from "./CommandPalette";
import { Frame } from "./Frame";
import styles from "./Shell.module.css";
import { ShortcutHelp } from "./ShortcutHelp";
import { shellActions } from "./shellActions";
import { useShortcuts } from "./useShortcuts";

interface ShellProps {
  sidebar: ReactNode;
  strip: ReactNode;
  edge?: "danger" | undefined;
  /** The name of the screen that is shown. */
  screen: string;
  /** Without sidebar and strip: for what comes before there is anywhere to go. */
  bare?: boolean;
  children: ReactNode;
}

/** The frame with what lies over it: palette, shortcut help, toasts. */
export function Shell({ sidebar, strip, edge, screen, bare = false, children }: ShellProps) {
  const [over, setOver] = useState<"palette" | "help" | undefined>();
  const { registry } = useActionSurroundings();
  const router = useRouter();
  const own = useMemo(
    () =>
      shellActions({
        openPalette: () => setOver("palette"),
        openHelp: () => setOver("help"),
        back: router.back,
      }),
    [router],
  );
  useEffect(() => registry.register(own), [registry, own]);
  useShortcuts();
  const close = () => setOver(undefined);
  return (
    <>
      {bare ? (
        <main id="main" className={styles.bare}>
          {children}
        </main>
      ) : (
        <Frame sidebar={sidebar} strip={strip} edge={edge} screen={screen}>
          {children}
        </Frame>
      )}
      <CommandPalette open={over === "palette"} onClose={close} />
      <ShortcutHelp open={over === "help"} onClose={close} />
      <Toasts />
    </>
  );
}
