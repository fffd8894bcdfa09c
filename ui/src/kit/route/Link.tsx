import type { ComponentProps, MouseEvent } from "react";
import { formatRoute, type Route } from "./route";
import { useRouter } from "./useRouter";

interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: Route;
  /** Marks the link as the one that leads to where the window is. */
  current?: boolean;
}

/** A link within the window. */
export function Link({ to, current = false, onClick, ...rest }: LinkProps) {
  const router = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    event.preventDefault();
    router.go(to);
  };
  return <a {...rest} href={formatRoute(to)} onClick={follow} aria-current={current ? "page" : undefined} />;
}
