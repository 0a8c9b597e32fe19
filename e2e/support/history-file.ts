import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';

/** A row of the exported history: the values by column heading. */
export type CsvRow = Readonly<Record<string, string>>;

/** Returns the rows of the CSV file that the export button downloads. No value contains a comma. */
export async function exportHistory(page: Page): Promise<readonly CsvRow[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^vigia-operaciones-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const [heading = '', ...lines] = text.replace('\u{feff}', '').trimEnd().split('\r\n');
  const names = heading.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [names[index] ?? '', value])));
}
