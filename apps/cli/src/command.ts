import type { Result } from '@vigia/core/kernel';
import type { Terminal } from './terminal.ts';

/**
 * The failure of a command: the reason as one sentence for the user, and the exit code. The code is 2 for wrong
 * arguments or wrong input, and 1 for an internal fault.
 */
export type CommandFailure = { readonly message: string; readonly exitCode: 1 | 2 };

/** The parts of the process that a command may use. */
export type CommandContext = {
  /** Returns the milliseconds since the process started. */
  readonly elapsedMs: () => number;
  /** The terminal of the user; null if a script runs the command. */
  readonly terminal: Terminal | null;
};

/** Writes an output of any length part by part. It is called after the command has succeeded. */
export type OutputWriter = (write: (part: string) => void) => void;

/** The text for stdout: as a whole, or as a function that writes its parts. */
export type CommandOutput = string | OutputWriter;

/**
 * One subcommand of `vigia`. It returns its output at the end, so that a failed command prints no partial output. A
 * command with a long output returns an `OutputWriter`.
 */
export type Command<Output extends CommandOutput = string> = {
  readonly help: string;
  /**
   * Runs the command.
   * @returns the output for stdout
   */
  readonly run: (args: readonly string[], context: CommandContext) => Promise<Result<Output, CommandFailure>>;
};

/** Returns a failure that was caused by wrong arguments or wrong input. */
export const wrongInputFailure = (message: string): CommandFailure => ({ message, exitCode: 2 });
