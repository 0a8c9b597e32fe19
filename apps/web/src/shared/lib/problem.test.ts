import { expect, it } from 'vitest';
import { ApiFailure } from './api-failure.ts';
import { withProblem } from './problem.ts';

const failure = (message: string): ApiFailure => new ApiFailure({ kind: 'unreachable' }, message);

it('withProblem returns the given sentence followed by the reason of the failure', () => {
  expect(withProblem('No pudimos cargar X.', failure('No hay conexión.'))).toBe(
    'No pudimos cargar X. No hay conexión.',
  );
});

it('withProblem does not repeat the given sentence if the reason starts with it', () => {
  const message = 'No pudimos cargar X. La base de datos no responde.';
  expect(withProblem('No pudimos cargar X.', failure(message))).toBe(message);
});
