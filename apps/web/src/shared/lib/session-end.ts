const cleanups = new Set<() => void>();

/** Registers a function that deletes what a module remembers about a user. It runs at the end of each session. */
export const onSessionEnd = (cleanup: () => void): void => void cleanups.add(cleanup);

/** Runs all registered functions. The code of a module that never loaded has nothing to delete. */
export function runSessionCleanups(): void {
  for (const cleanup of cleanups) cleanup();
}
