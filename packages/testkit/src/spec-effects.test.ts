import { EFFECT_SCOPES } from '@vigia/core/vocabulary';
import { expect, it } from 'vitest';
import { rowsOf } from './spec-rows.ts';

it('docs/spec/auth.md lists every effect of a call with the scopes that a bot needs for it', () => {
  const stated = rowsOf('auth.md', '11.').map(([effect = '', scopes = '']) => [effect, scopes]);
  const real = Object.entries(EFFECT_SCOPES).map(([effect, scopes]) => [effect, scopes?.join(', ') ?? 'never']);
  expect(stated).toEqual(real);
});
