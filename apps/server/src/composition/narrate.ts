/** Tells the person at the terminal what happens, a line at a time. */
export type Say = (line: string) => void;

/** «0,84 s», «12 ms»: how a duration reads on the screen. */
function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1).replace('.', ',')} s`;
}

/** Runs one step of the start and says what came of it and how long it took. */
export async function step<T>(say: Say, work: () => Promise<T>, describe: (result: T) => string): Promise<T> {
  const startedMs = performance.now();
  const result = await work();
  say(`✓ ${describe(result)} (${duration(performance.now() - startedMs)})`);
  return result;
}
