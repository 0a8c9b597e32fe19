/** Prints a line for the user at the terminal. */
export type PrintLine = (line: string) => void;

/** Formats a duration, such as «0,84 s» or «12 ms». */
function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1).replace('.', ',')} s`;
}

/** Runs one step of the start and prints its result and duration. */
export async function runStartStep<T>(
  say: PrintLine,
  work: () => Promise<T>,
  describe: (result: T) => string,
): Promise<T> {
  const startedMs = performance.now();
  const result = await work();
  say(`✓ ${describe(result)} (${duration(performance.now() - startedMs)})`);
  return result;
}
