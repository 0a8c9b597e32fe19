import type { Sql } from '#platform/persistence/database.ts';

export type ExportRow = Readonly<Record<string, unknown>>;

/**
 * A section of the data export. Its columns are listed individually, so that no hash, key or encrypted value is
 * exported.
 */
export type ExportSection = {
  /** Key of the section in the file. */
  readonly name: string;
  /** Shape of the section: `one` is an object, `many` a list. */
  readonly shape: 'one' | 'many';
  /**
   * Returns the rows of the user page by page. No transaction or cursor stays open between pages, so a slow client
   * blocks nothing.
   */
  pages(sql: Sql, userId: string): AsyncIterable<readonly ExportRow[]>;
};

export const EXPORT_PAGE_ROWS = 500;

/** End of a page. The next page starts after it. */
export type PageCursor = { readonly at: Date; readonly id: string };

/** Position before the first row. */
const BEFORE_ALL: PageCursor = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

/** Yields rows in pages of at most {@link EXPORT_PAGE_ROWS}, ordered by time and id. */
export async function* pagesByTime<Row>(
  read: (after: PageCursor) => Promise<readonly Row[]>,
  endOf: (row: Row) => PageCursor,
): AsyncGenerator<readonly Row[]> {
  let after = BEFORE_ALL;
  for (;;) {
    const rows = await read(after);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORT_PAGE_ROWS) return;
    after = endOf(last);
  }
}

/** Creates a section of few rows, which are read in one query. */
export const smallSection = (
  name: string,
  shape: ExportSection['shape'],
  read: (sql: Sql, userId: string) => Promise<readonly ExportRow[]>,
): ExportSection => ({
  name,
  shape,
  async *pages(sql, userId) {
    yield await read(sql, userId);
  },
});

/**
 * Creates a section of many rows.
 * @param endOf returns time and id of a row, which determine the order of the rows
 */
export const longSection = <Row extends ExportRow>(
  name: string,
  read: (sql: Sql, userId: string, after: PageCursor) => Promise<readonly Row[]>,
  endOf: (row: Row) => PageCursor,
): ExportSection => ({
  name,
  shape: 'many',
  pages: (sql, userId) => pagesByTime((after) => read(sql, userId, after), endOf),
});
