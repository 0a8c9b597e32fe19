import type { Result } from '@vigia/core/kernel';
import type { Terminal } from './terminal.ts';

/**
 * The reason for the failure of a command, as one sentence for the user. The exit code is 2 for a wrong call or wrong
 * input, and 1 for an internal fault.
 */
export type CommandFailure = { readonly message: string; readonly exitCode: 1 | 2 };

/** The parts of the process that a command may use. */
export type CommandContext = {
  /** Returns the milliseconds since the process started. */
  readonly elapsedMs: () => number;
  /** The terminal of the user; null if a script runs the command. */
  readonly terminal: Terminal | null;
};

/** One subcommand of `vigia`. It returns all of its output at once, so that a failure leaves no partial output. */
export type Command = {
  readonly help: string;
  /**
   * Runs the command.
   * @returns the text for stdout
   */
  readonly run: (args: readonly string[], context: CommandContext) => Promise<Result<string, CommandFailure>>;
};

/** Returns the failure of a wrong call or wrong input. */
export const wrongInput = (message: string): CommandFailure => ({ message, exitCode: 2 });
