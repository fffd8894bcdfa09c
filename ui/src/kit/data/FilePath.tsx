import { Fragment } from "react";

/** A path that breaks after its slashes when it is too long for its line. */
export function FilePath({ path, testId }: { path: string; testId?: string }) {
  const parts = path.split(/(?<=[\\/])/);
  return (
    <code data-selectable data-testid={testId}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one path never move
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}
