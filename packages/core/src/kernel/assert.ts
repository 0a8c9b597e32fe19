/** Closes an exhaustive switch: a new variant that nobody handles stops compiling here. */
export function assertNever(value: never): never {
  throw new Error(`unhandled variant: ${JSON.stringify(value)}`);
}

/** States something the program relies on; failing means a bug, never bad input. */
export function invariant(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${what}`);
}
