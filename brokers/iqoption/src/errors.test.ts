import { describe, expect, it } from 'vitest';
import { loginFault, pageFault, refusalFault } from './errors.ts';

const answer = (status: number, body: unknown) => ({ status, headers: new Headers(), body: JSON.stringify(body) });

describe('loginFault', () => {
  it('includes the retry time after too many logins', () => {
    const body = { data: { ttl: 1894 }, errors: [{ code: 301, title: 'Login limit exceeded' }] };
    expect(loginFault(answer(429, body))).toMatchObject({ kind: 'auth_rate_limited', retryAfterMs: 1_894_000 });
  });

  it.each([
    [403, { errors: [{ code: 202, title: 'Invalid credentials' }] }],
    [401, { code: 'invalid_credentials', message: 'wrong' }],
    [200, { code: 'invalid_credentials', message: 'wrong' }],
    [401, {}],
  ])('maps status %d with the body %j to wrong credentials', (status, body) =>
    expect(loginFault(answer(status, body)).kind).toBe('auth_invalid'),
  );

  it('maps an error of the server to a network fault, not to a wrong password', () => {
    expect(loginFault(answer(502, { message: 'bad gateway' })).kind).toBe('network');
    expect(loginFault({ status: 503, headers: new Headers(), body: '<html>' }).kind).toBe('network');
  });

  it('does not map an unknown code to a wrong password, because the user would change a correct password', () => {
    expect(loginFault(answer(200, { code: 'blocked_country', message: 'no' })).kind).toBe('unknown');
  });

  it('quotes neither e-mail addresses nor tokens of the response', () => {
    const message = `user ana@example.com has token ${'a1B2'.repeat(8)}`;
    const { detail } = loginFault(answer(400, { code: 'else', message }));
    expect(detail).not.toContain('ana@example.com');
    expect(detail).not.toContain('a1B2a1B2');
  });
});

describe('pageFault', () => {
  it('recognises a bot-protection page', () => {
    expect(pageFault(403, '<title>Just a moment...</title>').kind).toBe('auth_challenge');
  });
  it('maps status 401 to an expired session', () => expect(pageFault(401, '').kind).toBe('session_expired'));
});

describe('refusalFault', () => {
  it.each([
    ['Insufficient funds for this transaction.', 'insufficient_funds'],
    ['Time for purchasing options is over, please try again later.', 'too_late'],
    ['O tempo para comprar essa opção já terminou, tente novamente.', 'too_late'],
    ['El tiempo para comprar opciones ha terminado', 'too_late'],
    ['Cannot purchase an option (active is suspended)', 'market_closed'],
    ['Cannot purchase an option (the asset is not available at the moment).', 'market_closed'],
    ['active_suspended: rejected by risks', 'market_closed'],
    ['No se puede crear la opción (activo desconectado)', 'market_closed'],
    ['No se puede crear la opción (de bienes)', 'market_closed'],
    ['The option has not been purchased because of the profit rate change.', 'price_moved'],
    ['The price has changed', 'price_moved'],
    ['Fondos insuficientes para esta transacción', 'insufficient_funds'],
    ['La inversión mínima es 1', 'stake_out_of_range'],
    ['Demasiadas solicitudes', 'rate_limited'],
    ['Invalid expiration', 'invalid_duration'],
    ['Minimum investment amount is 1', 'stake_out_of_range'],
    ['Profit has changed', 'price_moved'],
    ['Too many requests', 'rate_limited'],
    ['Whatever', 'unknown'],
  ])('maps “%s” to %s', (message, kind) => expect(refusalFault(4_100, message).kind).toBe(kind));
});
