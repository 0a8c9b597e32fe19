/** @param {number} ms @returns {string} «0,84 s», «12 ms»: how a duration reads on the screen */
export function duration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1).replace('.', ',')} s`;
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * An end on which the person can act. Its message is the whole explanation, to which a stack trace would add nothing.
 */
export class Stop extends Error {}

/**
 * Runs a script's body. A {@link Stop} ends the body with one sentence and exit code 1. Any other error is a bug and
 * shows its trace.
 * @param {() => Promise<void> | void} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(
      error instanceof Stop ? `✗ ${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
    );
  }
}
