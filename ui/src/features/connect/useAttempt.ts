import { useState } from "react";

/** Waits for something that is asked for on the spot and kept nowhere, and holds why it was refused until it is asked again. */
export function useAttempt() {
  const [failure, setFailure] = useState<Error>();
  const attempt = async <Result>(work: Promise<Result>): Promise<Result> => {
    setFailure(undefined);
    try {
      return await work;
    } catch (error) {
      if (error instanceof Error) setFailure(error);
      throw error;
    }
  };
  return { attempt, failure, clear: () => setFailure(undefined) };
}
