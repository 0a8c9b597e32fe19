import { expect, it } from 'vitest';
import { brokerOf, statusOf } from '../testing.ts';
import { adviceFor, formToOpen, waysOut } from './way-out.ts';

const failed = (code: string, stored: 'password' | 'browser_session' | null = 'password') =>
  brokerOf('quotex', statusOf('quotex', { connection_info: { error_code: code, credential_kind: stored } }));

it('waysOut offers no retry with credentials that the broker has refused', () => {
  expect(waysOut(failed('broker_auth_invalid'))).toEqual(['correct']);
});

it('waysOut offers to paste a browser session after a challenge, if the broker accepts browser sessions', () => {
  expect(waysOut(failed('broker_challenge'))).toEqual(['paste-session', 'retry']);
  const deriv = brokerOf('deriv', statusOf('deriv', { connection_info: { error_code: 'broker_challenge' } }));
  expect(waysOut(deriv)).toEqual(['correct']);
});

it('waysOut offers only a new session after a copied session has ended', () => {
  expect(waysOut(failed('broker_session_expired', 'browser_session'))).toEqual(['paste-session']);
  expect(waysOut(failed('broker_session_expired'))).toEqual(['retry', 'correct']);
});

it('waysOut offers a new OAuth sign-in if the broker refuses the stored tokens, and only for brokers with OAuth', () => {
  const stored = { error_code: 'broker_auth_invalid', credential_kind: 'oauth' } as const;
  const deriv = brokerOf('deriv', statusOf('deriv', { connection_info: stored }));
  expect(waysOut({ ...deriv, offers_consent: true })).toEqual(['consent', 'correct']);
  expect(waysOut(deriv)).toEqual(['correct']);
  expect(formToOpen(deriv, null)).toBe('api_token');
});

it('waysOut offers a retry after a challenge that the user can resolve only on the page of the broker', () => {
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

it('adviceFor returns advice only for errors whose message is not sufficient', () => {
  expect(adviceFor('broker_unreachable')).toMatch(/sigue su curso/);
  expect(adviceFor('something_new')).toBe('');
  expect(adviceFor(null)).toBe('');
});
