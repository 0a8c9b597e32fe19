import { describe, expect, it } from 'vitest';
import { pageFault, refusalFault, upgradeFault } from './errors.ts';

const CHALLENGE = '<!DOCTYPE html><title>Just a moment...</title>';

describe('pageFault', () => {
  it.each([
    [403, CHALLENGE, 'auth_challenge'],
    [403, '<html><body>denied</body></html>', 'auth_challenge'],
    [503, CHALLENGE, 'auth_challenge'],
    [403, '{"message":"no"}', 'session_expired'],
    [401, '{"message":"Unauthenticated."}', 'session_expired'],
    [502, '<html>bad gateway</html>', 'network'],
    [419, '', 'unknown'],
  ])('maps status %i with the body %s to %s', (status, body, kind) => {
    expect(pageFault(status, body)?.kind).toBe(kind);
  });

  it('returns null for a status without a fault', () => {
    expect([200, 204, 302].map((status) => pageFault(status, CHALLENGE))).toEqual([null, null, null]);
  });

  it('includes the time to wait after status 429', () => {
    expect(pageFault(429, '', '90')).toMatchObject({ kind: 'auth_rate_limited', retryAfterMs: 90_000 });
    expect(upgradeFault(429, '')).toMatchObject({ kind: 'rate_limited' });
  });
});

describe('refusalFault', () => {
  it.each([
    ['not_money', 'insufficient_funds'],
    ['Demo balance is not enough', 'insufficient_funds'],
    ['Your balance is below the minimum amount', 'insufficient_funds'],
    ['expiration', 'invalid_duration'],
    ['asset_closed', 'market_closed'],
    ['min_amount', 'stake_out_of_range'],
    ['something_new', 'unknown'],
    [{ code: 7 }, 'unknown'],
  ])('maps the error %j to %s', (error, kind) => {
    expect(refusalFault(error).kind).toBe(kind);
  });
});
