import type { Result } from '@vigia/core/kernel';

/** Why a command did nothing: one sentence for the person. The exit code is 2 for a wrong call or wrong input, 1 for a fault of ours. */
export type CommandFailure = { readonly message: string; readonly exitCode: 1 | 2 };

/** What a command may ask of the process it runs in. */
export type CommandContext = {
  /** Milliseconds since the process started. */
  readonly elapsedMs: () => number;
};

/** One word after `vigia`. All output is handed back at once, so that a failure leaves nothing half-written. */
export type Command = {
  readonly help: string;
  /** @returns the text for stdout */
  readonly run: (args: readonly string[], context: CommandContext) => Promise<Result<string, CommandFailure>>;
};

/** A wrong call or wrong input. */
export const wrongInput = (message: string): CommandFailure => ({ message, exitCode: 2 });
