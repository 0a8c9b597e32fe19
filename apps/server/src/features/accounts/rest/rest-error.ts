/** A refusal in PostgREST's shape: `{ code, details, hint, message }`. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string | null;

  constructor(status: number, code: string, message: string, details: string | null = null) {
    super(message);
    this.name = 'RestError';
    this.status = status;
    this.code = code;
    this.details = details;
  }

  toBody() {
    return { code: this.code, details: this.details, hint: null, message: this.message };
  }
}

export const badFilter = (message: string) => new RestError(400, 'PGRST100', message);

export const unknownColumn = (column: string) => new RestError(400, '42703', `column users.${column} does not exist`);

/** Returns the error of a `.single()` query that does not have exactly one row. */
export const notOneRow = (rows: number) =>
  new RestError(
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    `The result contains ${rows} rows`,
  );
