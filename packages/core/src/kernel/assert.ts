/** Ends an exhaustive switch. An unhandled variant is a compile error at the call. */
export function assertNever(value: never): never {
  throw new Error(`unhandled variant: ${JSON.stringify(value)}`);
}

/** Asserts a condition that the program relies on; a failure is a bug, never bad input. */
export function invariant(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${what}`);
}
