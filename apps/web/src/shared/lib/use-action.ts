import { useState } from 'react';

/**
 * Wraps an action that can fail. `run` returns true after a success. `failure` is the error of the last run; the next
 * run resets it to null.
 */
export function useAction<Args extends unknown[]>(act: (...args: Args) => Promise<unknown>) {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = async (...args: Args): Promise<boolean> => {
    setRunning(true);
    setFailure(null);
    try {
      await act(...args);
      return true;
    } catch (caught) {
      setFailure(caught);
      return false;
    } finally {
      setRunning(false);
    }
  };
  return { run, isRunning, failure, forget: () => setFailure(null) };
}
