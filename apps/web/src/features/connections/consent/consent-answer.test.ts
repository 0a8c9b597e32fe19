import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => window.history.replaceState(null, '', '/'));

async function visit(address: string) {
  window.history.replaceState(null, '', address);
  const { VISIT_START } = await import('#shared/auth/visit-start.ts');
  const { takeConsentAnswer } = await import('./consent-answer.ts');
  const [answer, again] = [takeConsentAnswer(), takeConsentAnswer()];
  const texts = answer && { broker: answer.broker, ...Object.fromEntries(answer.query) };
  return { answer: texts, again, arrival: VISIT_START, address: window.location.pathname + window.location.search };
}

it('takeConsentAnswer removes the redirect parameters from the URL, and returns a numeric code as text', async () => {
  expect(await visit('/connections/deriv/return?code=90071992547409931&state=007')).toEqual({
    answer: { broker: 'deriv', code: '90071992547409931', state: '007' },
    again: null,
    arrival: 'plain',
    address: '/connections',
  });
});

it('takeConsentAnswer also removes the parameters of a refused OAuth sign-in from the URL, so that the auth client does not read them', async () => {
  expect(await visit('/connections/deriv/return?error=access_denied&error_description=No')).toEqual({
    answer: { broker: 'deriv', error: 'access_denied', error_description: 'No' },
    again: null,
    arrival: 'plain',
    address: '/connections',
  });
});

it.each([
  ['/reset-password?code=abc', 'with-sign-in'],
  ['/connections?code=1', 'with-sign-in'],
  ['/connections', 'plain'],
])('takeConsentAnswer returns null for the URL %s and does not change the URL', async (address, arrival) => {
  expect(await visit(address)).toEqual({ answer: null, again: null, arrival, address });
});
