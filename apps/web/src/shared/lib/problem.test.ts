import { expect, it } from 'vitest';
import { ApiFailure } from './api-failure.ts';
import { withProblem } from './problem.ts';

const failure = (message: string): ApiFailure => new ApiFailure({ kind: 'unreachable' }, message);

it('withProblem returns the sentence of the screen followed by the reason', () => {
  expect(withProblem('No pudimos cargar X.', failure('No hay conexión.'))).toBe(
    'No pudimos cargar X. No hay conexión.',
  );
});

it('withProblem does not repeat a sentence with which the reason already starts', () => {
  const message = 'No pudimos cargar X. La base de datos no responde.';
  expect(withProblem('No pudimos cargar X.', failure(message))).toBe(message);
});
