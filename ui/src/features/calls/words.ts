/** The dialog that shows a request as text. */
export const TEXT = {
  title: (title: string) => `${title} as text`,
  about: "The request Plinth would send. Nothing has been sent.",
  loading: "the text",
  failed: "Not available as text",
  curl: "As curl",
  curlCode: "curl command",
  cli: "As CLI command",
  cliCode: "CLI command",
  notAll: "The CLI doesn’t support all of these options.",
  variables: (count: number) => (count === 1 ? "Set this variable first:" : "Set these variables first:"),
  secrets: "Secrets appear only as variables.",
} as const;

/** The ways to copy a request. */
export const ACTIONS = {
  copyAs: "Copy as…",
  json: "Copy as JSON",
  loading: "Loading",
  show: "Show as text…",
  cli: "Copy as CLI command",
  curl: "Copy as curl",
  /** Why there is no command although the client has the call. */
  notAll: "The CLI doesn’t support all of these options",
  /** What is said once a list or a detail was copied as JSON. */
  jsonCopied: "Copied as JSON",
  curlCopied: "Copied as curl",
  cliCopied: "Copied as CLI command",
  keyIsVariable: "The key is included as a variable.",
  /** What is said where the clipboard did not take it. */
  notCopied: "Couldn’t copy",
} as const;
