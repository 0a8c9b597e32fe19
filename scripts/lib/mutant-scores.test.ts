import { expect, it } from 'vitest';
import { fileScores } from './mutant-scores.mjs';

const mutants = (...statuses: string[]) => ({ mutants: statuses.map((status) => ({ status })) });

it('fileScores counts timed-out mutants as killed and uncovered mutants as survived, and omits invalid mutants', () => {
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
