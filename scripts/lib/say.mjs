/** Formats a duration for the screen, such as «0,84 s» or «12 ms». @param {number} ms @returns {string} */
export function duration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1).replace('.', ',')} s`;
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** An error that the user can correct. Its message explains everything, so the script prints no stack trace. */
export class Stop extends Error {}

/**
 * Runs the main function of a script. If it throws a {@link Stop}, the script prints the message and sets exit code 1.
 * Any other error is a bug, so the script prints its stack trace.
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
