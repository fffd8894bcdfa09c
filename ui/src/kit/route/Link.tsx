import type { ComponentProps, MouseEvent } from "react";
import { formatPlace, type Place } from "./place";
import { useRouter } from "./useRouter";

interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: Place;
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
  return <a {...rest} href={formatPlace(to)} onClick={follow} aria-current={current ? "page" : undefined} />;
}
