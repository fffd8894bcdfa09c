import "react";

// Custom properties may stand in a style prop; React sets them through the CSSOM, which the content policy allows.
declare module "react" {
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
