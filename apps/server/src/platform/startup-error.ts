/**
 * The reason why the process cannot work, in one Spanish sentence for the administrator. The message is the complete
 * explanation, and is printed without a stack trace.
 */
export class StartupError extends Error {
  /** Exit code of the process: 2 if a setting is wrong, 1 for any other reason. */
  readonly exitCode: 1 | 2;

  constructor(message: string, options: { readonly exitCode?: 1 | 2; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'StartupError';
    this.exitCode = options.exitCode ?? 1;
  }
}

/** Returns the `code` of a system or driver error (`EACCES`, `57P03`), or '' if there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
