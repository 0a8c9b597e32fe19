import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN_ENGLISH } from './plain-english.mjs';
import { type PlantedTree, plantTree } from './planted-tree.ts';
import { textFaults } from './text-rules.mjs';

let tree: PlantedTree | undefined;
afterEach(() => tree?.remove());

/** Returns the faults that the rules find in this text, each as rule and line number. */
function faultsIn(file: string, ...lines: readonly string[]): string[] {
  tree = plantTree({ [file]: lines.join('\n') });
  return textFaults(PLAIN_ENGLISH, [file], tree.root).map((fault) => fault.split('  ')[0] ?? '');
}

describe('the rules of plain English', () => {
  it.each([
    ['a.ts', '// Subscribers are told of the change.', 'plain-english (publish, notify, send, report or return)'],
    ['a.md', 'It is read anew.', 'plain-english (again)'],
    ['a.ts', '/** Whoever asks first. */', 'plain-english (name the subject: the client, the caller, the process)'],
    ['a.ts', '// The trader sees his balance.', 'plain-english (they, or name the role: the user, the trader)'],
    ['a.sh', '# nobody listens', 'plain-english (name the subject: no client, another user, every process)'],
    ['a.ts', '/** Retries for ever. */', 'plain-english (forever, or without limit)'],
    ['a.ts', '// An order in doubt.', 'plain-english (unknown outcome)'],
    ['a.ts', '/** What the socket sent. */', 'comment-starts-with-its-subject'],
    ['a.ts', '// That was sent before.', 'comment-starts-with-its-subject'],
    ['a.test.ts', "it('what was sent is counted', () => {});", 'test-name-starts-with-its-subject-or-verb'],
    ['a.test.ts', "it.each([1])('should count', () => {});", 'test-name-starts-with-its-subject-or-verb'],
    ['a.ts', `// ${'a '.repeat(60)}`, 'line-over-120-columns'],
    ['a.ts', `/** ${'a '.repeat(60)}*/`, 'line-over-120-columns'],
  ])('report the file %s with the text: %s', (file, text, rule) => {
    expect(faultsIn(file, text)).toEqual([`${rule}: ${file}:1`]);
  });

  it.each([
    ['a.ts', '// Subscribers are notified of the change.'],
    ['a.ts', "const address = 'nobody@example.com';"],
    ['a.ts', 'const cache = state.told;'],
    ['a.es.ts', "export const words = { he: 'he' };"],
    ['a.test.ts', "it('counts what was sent', () => {});"],
    ['a.ts', `const text = '${'a'.repeat(130)}';`],
  ])('accept the file %s with the text: %s', (file, text) => {
    expect(faultsIn(file, text)).toEqual([]);
  });

  it('accept a second line of a comment that begins in the middle of a sentence', () => {
    expect(faultsIn('a.ts', '// The socket sends every price', '// that changed. The rest waits.')).toEqual([]);
    expect(faultsIn('a.ts', '// The socket sends a price.', '// That price is the newest.')).toEqual([]);
  });
});
