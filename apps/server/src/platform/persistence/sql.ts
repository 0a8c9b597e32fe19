/** A row as the driver returns it: columns by name. */
export type Row = Record<string, unknown>;

/** The rows of a statement. `count` is the number of rows that were returned or changed. */
export type Rows<R extends readonly object[]> = R & { readonly count: number };

type Scalar = string | number | bigint | boolean | null | Date | Uint8Array;

/** A parameter as the driver accepts it; a list is a PostgreSQL array. */
type Parameter = Scalar | readonly Scalar[];

/**
 * A value in a template: a parameter, a fragment, or several fragments, which are joined with spaces. A plain object is
 * not allowed; `sql.json` converts it to a parameter.
 */
export type SqlValue = Parameter | Json | Fragment | readonly Fragment[];

type Fragment = SqlStatement<readonly object[]>;

/** Values by column. */
export type Columns = Readonly<Record<string, SqlValue>>;

/**
 * A statement as it is sent. Without values and name its text may contain several commands, separated by semicolons.
 */
export type SqlQuery = {
  readonly text: string;
  readonly values?: Parameter[];
  /** Name of the statement. The server plans a named statement once per connection. */
  readonly name?: string;
};

/** Sends a query. Resolves to its rows. */
export type SendQuery = (query: SqlQuery) => Promise<Rows<Row[]>>;

/** Builds SQL. Values in templates are always bound as parameters and never inserted into the text. */
export interface Sql {
  /** Creates a statement, which is sent when it is awaited. In another template it is a fragment of that statement. */
  <R extends readonly object[] = Row[]>(parts: TemplateStringsArray, ...values: readonly SqlValue[]): SqlStatement<R>;
  /** Creates a quoted identifier or a list of them. A dot separates schema and name. */
  (names: string | readonly string[]): SqlStatement;
  /** Creates assignments for `UPDATE … SET`, by column. */
  (columns: Columns): SqlStatement;
  /** Creates columns and values for `INSERT INTO table …`. */
  row(columns: Columns): SqlStatement;
  /** Creates a `jsonb` parameter. */
  json(value: unknown): Json;
  /** Creates SQL from a trusted text, with `$1` … for values. */
  unsafe<R extends readonly object[] = Row[]>(text: string, values?: readonly Parameter[]): SqlStatement<R>;
}

class Json {
  /** JSON text of the value. The field is private, so that plain objects do not have this type. */
  readonly #text: string;

  constructor(value: unknown) {
    this.#text = JSON.stringify(value);
  }

  get text(): string {
    return this.#text;
  }
}

export type { Json };

/** A statement or a fragment of one. It is sent only once, when it is first awaited or executed. */
export class SqlStatement<R extends readonly object[] = Row[]> implements Promise<Rows<R>> {
  readonly [Symbol.toStringTag] = 'Statement';
  readonly #parts: readonly string[];
  readonly #values: readonly SqlValue[];
  readonly #send: SendQuery;
  #outcome: Promise<Rows<R>> | null = null;

  constructor(parts: readonly string[], values: readonly SqlValue[], send: SendQuery) {
    this.#parts = parts;
    this.#values = values;
    this.#send = send;
  }

  /** Sends the statement without waiting for its rows. */
  execute(): Promise<Rows<R>> {
    this.#outcome ??= this.#run();
    return this.#outcome;
  }

  async #run(): Promise<Rows<R>> {
    const rows: Rows<object[]> = await this.#send(this.toQuery());
    // The caller declares the type of the rows, as with every SQL driver.
    return rows as unknown as Rows<R>;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a statement is awaited like a promise
  then<A = Rows<R>, B = never>(
    onRows?: ((rows: Rows<R>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(onRows, onError);
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Rows<R> | B> {
    return this.execute().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Rows<R>> {
    return this.execute().finally(onEnd);
  }

  toQuery(): SqlQuery {
    const values: Parameter[] = [];
    const text = this.#render(values);
    return { text, values, name: nameOf(text) };
  }

  #render(values: Parameter[]): string {
    let text = this.#parts[0] ?? '';
    for (const [index, value] of this.#values.entries())
      text += SqlStatement.#renderValue(value, values) + this.#parts[index + 1];
    return text;
  }

  /** Renders a parameter, with its type if the value has one, so that PostgreSQL need not infer the type. */
  static #renderValue(value: SqlValue, values: Parameter[]): string {
    if (value instanceof SqlStatement) return value.#render(values);
    if (isFragments(value)) return value.map((part) => part.#render(values)).join(' ');
    if (value === undefined) throw new TypeError('a statement cannot bind undefined');
    if (value instanceof Json) return `$${values.push(value.text)}::jsonb`;
    if (value instanceof Date) return `$${values.push(value.toISOString())}::timestamptz`;
    if (value instanceof Uint8Array) return `$${values.push(value)}::bytea`;
    if (typeof value === 'boolean') return `$${values.push(value)}::boolean`;
    return `$${values.push(value)}`;
  }
}

/** A verbatim text. It is not prepared if it is sent alone. */
class UnsafeStatement<R extends readonly object[]> extends SqlStatement<R> {
  readonly #query: SqlQuery;

  constructor(text: string, values: readonly Parameter[], send: SendQuery) {
    super([text], [], send);
    this.#query = values.length === 0 ? { text } : { text, values: [...values] };
  }

  override toQuery(): SqlQuery {
    return this.#query;
  }
}

const isFragments = (value: SqlValue): value is readonly Fragment[] =>
  Array.isArray(value) && value[0] instanceof SqlStatement;

const isList = (names: readonly string[] | Columns): names is readonly string[] => Array.isArray(names);

export function createSql(send: SendQuery): Sql {
  const raw = (text: string): SqlStatement => new SqlStatement([text], [], send);
  const tag = (first: TemplateStringsArray | string | readonly string[] | Columns, ...values: readonly SqlValue[]) => {
    if (typeof first === 'string') return raw(quoted(first));
    if (isList(first)) return 'raw' in first ? new SqlStatement(first, values, send) : raw(first.map(quoted).join());
    return list(first, (column, index) => `${index === 0 ? '' : ', '}${quoted(column)} = `, '');
  };
  const list = (columns: Columns, before: (column: string, index: number) => string, end: string): SqlStatement =>
    new SqlStatement([...Object.keys(columns).map(before), end], Object.values(columns), send);
  // The overloads of `Sql` declare the types of `first`.
  return Object.assign(tag, {
    row: (columns: Columns) => {
      const names = Object.keys(columns).map(quoted).join();
      return list(columns, (_, index) => (index === 0 ? `(${names}) VALUES (` : ', '), ')');
    },
    json: (value: unknown) => new Json(value),
    unsafe: <R extends readonly object[]>(text: string, values: readonly Parameter[] = []) =>
      new UnsafeStatement<R>(text, values, send),
  });
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`;

/** Names of statements by their text. The texts come from templates in the program, so there are only hundreds. */
const names = new Map<string, string>();
let namesGiven = 0;

const nameOf = (text: string): string => names.get(text) ?? newStatementName(text);

/** Returns a new name for a statement, so that every connection prepares it again. */
export function newStatementName(text: string): string {
  namesGiven += 1;
  const name = `s${namesGiven}`;
  names.set(text, name);
  return name;
}
