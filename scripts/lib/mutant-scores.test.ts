import { expect, it } from 'vitest';
import { fileScores } from './mutant-scores.mjs';

const mutants = (...statuses: string[]) => ({ mutants: statuses.map((status) => ({ status })) });

it('fileScores counts time-outs as noticed, code that no test executes as not, and leaves invalid mutants out', () => {
  const files = {
    'a.ts': mutants('Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'Ignored'),
    'b.ts': mutants('NoCoverage', 'NoCoverage'),
    'types.ts': mutants('Ignored'),
  };
  expect(fileScores({ files })).toEqual([
    { file: 'a.ts', score: 50 },
    { file: 'b.ts', score: 0 },
  ]);
});
