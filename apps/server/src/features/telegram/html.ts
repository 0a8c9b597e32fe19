/** Longest text of a message, in characters after the entities are read. */
const TEXT_MAX = 4_000;

/** Escapes a text for the HTML of the Bot API. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Joins lines of HTML to one message. Whole lines at the end are left out if the message would be too long, because a
 * cut inside a tag makes all of it unreadable.
 * @param more returns the last line, which states how many lines are missing
 */
export function joinLines(lines: readonly string[], more: (missing: number) => string): string {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > TEXT_MAX) return [...shown, more(lines.length - shown.length)].join('\n');
    shown.push(line);
  }
  return shown.join('\n');
}
