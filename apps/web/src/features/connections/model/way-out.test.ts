import { expect, it } from 'vitest';
import { brokerOf, statusOf } from '../testing.ts';
import { adviceFor, formToOpen, waysOut } from './way-out.ts';

const failed = (code: string, stored: 'password' | 'browser_session' | null = 'password') =>
  brokerOf('quotex', statusOf('quotex', { connection_info: { error_code: code, credential_kind: stored } }));

it('waysOut never offers a retry with refused credentials', () => {
  expect(waysOut(failed('broker_auth_invalid'))).toEqual(['correct']);
});

it('waysOut offers to paste a browser session after a challenge, if the broker accepts browser sessions', () => {
  expect(waysOut(failed('broker_challenge'))).toEqual(['paste-session', 'retry']);
  const deriv = brokerOf('deriv', statusOf('deriv', { connection_info: { error_code: 'broker_challenge' } }));
  expect(waysOut(deriv)).toEqual(['correct']);
});

it('waysOut offers only another session once a pasted one has ended', () => {
  expect(waysOut(failed('broker_session_expired', 'browser_session'))).toEqual(['paste-session']);
  expect(waysOut(failed('broker_session_expired'))).toEqual(['retry', 'correct']);
});

it('waysOut offers another try after a challenge that only the page of the broker can settle', () => {
  expect(waysOut(failed('broker_challenge_elsewhere'))).toEqual(['retry', 'correct']);
});

it('waysOut offers no retry without stored credentials', () => {
  expect(waysOut(failed('broker_unreachable', null))).toEqual(['correct']);
  expect(waysOut(failed('broker_unreachable'))).toEqual(['retry', 'correct']);
});

it('formToOpen returns the requested form, else the form of the stored credentials, else the preferred form', () => {
  expect(formToOpen(failed('broker_challenge'), 'paste-session')).toBe('browser_session');
  expect(formToOpen(brokerOf('olymptrade', statusOf('olymptrade')), null)).toBe('browser_session');
  expect(formToOpen(failed('broker_auth_invalid'), 'correct')).toBe('password');
  const stored = statusOf('olymptrade', { connection_info: { credential_kind: 'password' } });
  expect(formToOpen(brokerOf('olymptrade', stored), 'correct')).toBe('browser_session');
});

it('adviceFor returns advice only for failures that need more explanation than their message', () => {
  expect(adviceFor('broker_unreachable')).toMatch(/sigue su curso/);
  expect(adviceFor('something_new')).toBe('');
  expect(adviceFor(null)).toBe('');
});
