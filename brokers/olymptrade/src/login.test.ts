import { describe, expect, it } from 'vitest';
import { olympTradeBroker } from './index.ts';
import { browserSession } from './login.ts';

const TOKEN = ['h', Buffer.from('{"exp":1714377655,"iat":1714204855}').toString('base64url'), 's'].join('.');

const read = (token: string, cookies: string | null = null, userAgent: string | null = null) =>
  browserSession({ kind: 'browser_session', token, cookies, userAgent });

describe('the expiry of credentials at Olymp Trade', () => {
  it('is the `exp` of the token, and null for any other credentials', () => {
    const pasted = { kind: 'browser_session', cookies: null, userAgent: null } as const;
    expect(olympTradeBroker.expiryOf?.({ ...pasted, token: TOKEN })).toBe(1_714_377_655_000);
    expect(olympTradeBroker.expiryOf?.({ ...pasted, token: 'opaque' })).toBeNull();
    expect(olympTradeBroker.expiryOf?.({ kind: 'password', email: 'a@b.example', password: 'x' })).toBeNull();
  });
});

describe('a pasted token', () => {
  it.each([
    ['the bare token', TOKEN, null, `access_token=${TOKEN}`],
    ['the token with its name', `access_token=${TOKEN}`, null, `access_token=${TOKEN}`],
    ['the token with spaces around it', `  ${TOKEN}\n`, null, `access_token=${TOKEN}`],
    ['a whole cookie header', `lang=es; access_token=${TOKEN}; a=b`, null, `lang=es; access_token=${TOKEN}; a=b`],
    [
      'the token with cookies beside it',
      TOKEN,
      'cf_clearance=x-1; access_token=old',
      `cf_clearance=x-1; access_token=${TOKEN}`,
    ],
    ['the token among the cookies only', '', `access_token=${TOKEN}`, `access_token=${TOKEN}`],
  ])('may be pasted as %s', (_, token, cookies, cookie) => {
    expect(read(token, cookies)).toMatchObject({ ok: true, value: { cookie, expiresAtMs: 1_714_377_655_000 } });
  });

  it.each([
    ['no text at all', '', null, null],
    ['a line break inside', 'abc\r\nX-Evil: 1', null, null],
    ['a line break in the User-Agent', TOKEN, null, 'Mozilla\r\nX-Evil: 1'],
  ])('is refused without contacting the broker if it has %s', (_, token, cookies, userAgent) => {
    expect(read(token, cookies, userAgent)).toMatchObject({ ok: false, error: { kind: 'auth_invalid' } });
  });

  it('keeps the User-Agent of the browser from which the token was copied', () => {
    expect(read(TOKEN, null, 'Mozilla/5.0 (X11)')).toMatchObject({ value: { userAgent: 'Mozilla/5.0 (X11)' } });
  });

  it.each(['opaque-token', 'a.b.c', `x.${Buffer.from('[]').toString('base64url')}.y`])(
    'has no expiry if it states none: %s',
    (token) => {
      expect(read(token)).toMatchObject({ ok: true, value: { expiresAtMs: null } });
    },
  );
});
