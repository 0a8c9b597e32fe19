import { describe, expect, it } from 'vitest';
import { ROOT } from '../lib/workspace.mjs';
import { functionsIn, sizeFaults } from './sizes.mjs';

const NONE = { files: {}, functions: {}, tests: {} };
const FOLD = 'packages/core/src/pcr/run/sequence-fold.ts';

describe('the check of the sizes of files and functions', () => {
  it('reports a long file and a long function that are not listed as exceptions', () => {
    expect(sizeFaults([FOLD], ROOT, NONE)).toEqual([
      `${FOLD}: a file of more than 250 lines`,
      `${FOLD}#pushRows: a function of more than 75 lines`,
    ]);
  });

  it('reports an exception for a file that is short or does not exist', () => {
    expect(sizeFaults([], ROOT, { ...NONE, files: { [FOLD]: { most: 300, why: 'a reason' } } })).toEqual([
      `${FOLD}: listed as long, but it is not`,
    ]);
  });

  it('reports an exception that has grown beyond its own limit', () => {
    const files = { [FOLD]: { most: 251, why: 'a reason' } };
    expect(sizeFaults([FOLD], ROOT, { ...NONE, files })).toContain(`${FOLD}: a file of more than 251 lines`);
  });

  it('allows a test more lines than a production file, but not more than 500', () => {
    expect(sizeFaults(['apps/server/src/features/trading/trading.int.test.ts'], ROOT, NONE)).toEqual([]);
    const long = 'apps/server/src/features/brokers/brokers.int.test.ts';
    expect(sizeFaults([long], ROOT, NONE)).toEqual([`${long}: a test or tool of more than 500 lines`]);
  });

  it('ignores message files', () => {
    expect(sizeFaults(['apps/web/src/features/automations/strategies/form/messages.es.ts'], ROOT, NONE)).toEqual([]);
  });

  it('counts the lines of a function under its name, or under the name of the function around it', () => {
    const text = `const a = () => {\n};\nclass B {\n  c() {\n    return [1].map(() => 2);\n  }\n}\n`;
    expect(functionsIn('x.ts', text)).toEqual([
      { name: 'x.ts#a', lines: 2 },
      { name: 'x.ts#c', lines: 3 },
      { name: 'x.ts#c', lines: 1 },
    ]);
  });
});
