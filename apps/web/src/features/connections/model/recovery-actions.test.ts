import { expect, it } from 'vitest';
import { brokerOf, statusOf } from '../testing.ts';
import { adviceFor, formToOpen, recoveryActionsOf } from './recovery-actions.ts';

const failed = (code: string, stored: 'password' | 'browser_session' | null = 'password') =>
  brokerOf('quotex', statusOf('quotex', { connection_info: { error_code: code, credential_kind: stored } }));

it('recoveryActionsOf offers no retry with credentials that the broker has refused', () => {
  expect(recoveryActionsOf(failed('broker_auth_invalid'))).toEqual(['correct']);
});

it('recoveryActionsOf offers to paste a browser session after a challenge, if the broker accepts browser sessions', () => {
  expect(recoveryActionsOf(failed('broker_challenge'))).toEqual(['paste-session', 'retry']);
  const deriv = brokerOf('deriv', statusOf('deriv', { connection_info: { error_code: 'broker_challenge' } }));
  expect(recoveryActionsOf(deriv)).toEqual(['correct']);
});

it('recoveryActionsOf offers only a new session after a copied session has ended', () => {
  expect(recoveryActionsOf(failed('broker_session_expired', 'browser_session'))).toEqual(['paste-session']);
  expect(recoveryActionsOf(failed('broker_session_expired'))).toEqual(['retry', 'correct']);
});

it('recoveryActionsOf offers a new OAuth sign-in if the broker refuses the stored tokens, and only for brokers with OAuth', () => {
  const stored = { error_code: 'broker_auth_invalid', credential_kind: 'oauth' } as const;
  const deriv = brokerOf('deriv', statusOf('deriv', { connection_info: stored }));
  expect(recoveryActionsOf({ ...deriv, offers_consent: true })).toEqual(['consent', 'correct']);
  expect(recoveryActionsOf(deriv)).toEqual(['correct']);
  expect(formToOpen(deriv, null)).toBe('api_token');
});

it('recoveryActionsOf offers a retry after a challenge that the user can resolve only on the page of the broker', () => {
  expect(recoveryActionsOf(failed('broker_challenge_elsewhere'))).toEqual(['retry', 'correct']);
});

it('recoveryActionsOf offers no retry without stored credentials', () => {
  expect(recoveryActionsOf(failed('broker_unreachable', null))).toEqual(['correct']);
  expect(recoveryActionsOf(failed('broker_unreachable'))).toEqual(['retry', 'correct']);
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
