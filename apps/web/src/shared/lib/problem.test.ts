import { expect, it } from 'vitest';
import { ApiFailure } from './api-failure.ts';
import { withProblem } from './problem.ts';

const failure = (message: string): ApiFailure => new ApiFailure({ kind: 'unreachable' }, message);

it('says the sentence of the screen and then why', () => {
  expect(withProblem('No pudimos cargar X.', failure('No hay conexión.'))).toBe(
    'No pudimos cargar X. No hay conexión.',
  );
});

it('does not say the same sentence twice', () => {
  const message = 'No pudimos cargar X. La base de datos no responde.';
  expect(withProblem('No pudimos cargar X.', failure(message))).toBe(message);
});
