import { readFileSync } from 'node:fs';

/**
 * Returns the text under a heading of docs/spec.
 * @throws Error without that heading
 */
export function sectionOf(file: string, heading: string): string {
  const text = readFileSync(new URL(`../../../docs/spec/${file}`, import.meta.url), 'utf8');
  const section = text.split(/^## /m).find((each) => each.startsWith(heading));
  if (section === undefined) throw new Error(`docs/spec/${file} has no heading "${heading}"`);
  return section;
}

/** Returns the rows of the table under a heading of docs/spec, without the header, as cells of plain text. */
export function rowsOf(file: string, heading: string): readonly (readonly string[])[] {
  const lines = sectionOf(file, heading)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}
