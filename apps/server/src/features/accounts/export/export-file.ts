import type { ExportSection } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

/**
 * Yields the text of one JSON object with all stored data about a user. The text is generated while it is read, so
 * memory use does not grow with its size.
 */
export async function* exportFile(
  sections: readonly ExportSection[],
  sql: Sql,
  userId: string,
  exportedAt: Date,
): AsyncGenerator<string> {
  yield `{"format":"vigia-export","version":1,"exported_at":${JSON.stringify(exportedAt)},"user_id":"${userId}"`;
  for (const section of sections) {
    yield `,\n${JSON.stringify(section.name)}:`;
    yield* section.shape === 'one' ? only(section, sql, userId) : list(section, sql, userId);
  }
  yield '}\n';
}

async function* only(section: ExportSection, sql: Sql, userId: string): AsyncGenerator<string> {
  for await (const page of section.pages(sql, userId)) {
    const [row] = page;
    if (row !== undefined) return yield JSON.stringify(row);
  }
  yield 'null';
}

async function* list(section: ExportSection, sql: Sql, userId: string): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of section.pages(sql, userId)) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}
