import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../lib/workspace.mjs';

const FOLDER = 'docs/decisions';
const isDecision = (name: string): boolean => /^\d{4}-.*[.]md$/.test(name) && !name.startsWith('0000-');

/** Returns the entry that a decision must have in the list: its number as a link, and its title. */
function entryOf(name: string): string {
  const [heading = ''] = readFileSync(join(ROOT, FOLDER, name), 'utf8').split('\n', 1);
  const [, number = '', title = ''] = /^# (\d{4}) — (.+)$/.exec(heading) ?? [];
  return `- [${number}](${FOLDER}/${name}) ${title}`;
}

describe('the list of decisions in ARCHITECTURE.md', () => {
  it('lists every decision by number and title, in order', () => {
    const listed = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('- [0'));
    expect(listed).toEqual(readdirSync(join(ROOT, FOLDER)).filter(isDecision).toSorted().map(entryOf));
  });
});
