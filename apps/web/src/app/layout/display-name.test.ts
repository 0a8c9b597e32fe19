import { expect, it } from 'vitest';
import { displayName } from './display-name.ts';

it('displayName returns the first name, else the user name, else the word Usuario', () => {
  expect(displayName({ first_name: 'Camila', username: 'cami' })).toBe('Camila');
  expect(displayName({ first_name: ' ', username: 'cami' })).toBe('cami');
  expect(displayName({ first_name: null, username: null })).toBe('Usuario');
  expect(displayName(null)).toBe('Usuario');
});
