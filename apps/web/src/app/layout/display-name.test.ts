import { expect, it } from 'vitest';
import { displayName } from './display-name.ts';

it('displayName is the first name, or else the user name, or else Usuario', () => {
  expect(displayName({ first_name: 'Camila', username: 'cami' })).toBe('Camila');
  expect(displayName({ first_name: ' ', username: 'cami' })).toBe('cami');
  expect(displayName({ first_name: null, username: null })).toBe('Usuario');
  expect(displayName(null)).toBe('Usuario');
});
