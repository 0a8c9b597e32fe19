import type { Sql } from '#platform/persistence/database.ts';

export type ExportRow = Readonly<Record<string, unknown>>;

/** A section of the data export. Its columns are named one by one: never a hash, a key or a sealed value. */
export type ExportSection = {
  /** Its key in the file. */
  readonly name: string;
  /** `one`: an object; `many`: a list. */
  readonly shape: 'one' | 'many';
  /** The user's rows, page by page. Nothing stays open between pages, however slow the client reads. */
  pages(sql: Sql, userId: string): AsyncIterable<readonly ExportRow[]>;
};

export const EXPORT_PAGE_ROWS = 500;

/** The end of a page, after which the next one begins. */
export type PageEnd = { readonly at: Date; readonly id: string };

/** Before the first row. */
const BEFORE_ALL: PageEnd = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

/** Pages of rows in the order of time and id, at most {@link EXPORT_PAGE_ROWS} each. */
export async function* pagesInTime<Row>(
  read: (after: PageEnd) => Promise<readonly Row[]>,
  endOf: (row: Row) => PageEnd,
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

/** A section of few rows, read at once. */
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

/** A section of many rows. @param endOf time and id of a row: the order in which they are read */
export const longSection = <Row extends ExportRow>(
  name: string,
  read: (sql: Sql, userId: string, after: PageEnd) => Promise<readonly Row[]>,
  endOf: (row: Row) => PageEnd,
): ExportSection => ({
  name,
  shape: 'many',
  pages: (sql, userId) => pagesInTime((after) => read(sql, userId, after), endOf),
});
