import { describe, expect, it } from 'vitest';
import { authRefusal } from './auth-error.ts';
import { toErrorBody } from './error-body.ts';

describe('toErrorBody', () => {
  it('returns a string code to clients of the current API version', () => {
    expect(toErrorBody(authRefusal('invalid_credentials'), '2024-01-01', 'r1')).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
  });

  it.each([undefined, '2023-12-31', 'zzz', ''])('returns the older error format for API version %s', (version) => {
    expect(toErrorBody(authRefusal('invalid_credentials'), version, 'r1')).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
      error_id: 'r1',
    });
  });

  it('lists the reasons why a password is weak', () => {
    const body = toErrorBody(authRefusal('weak_password', { weakPassword: ['pwned'] }), '2024-01-01', 'r1');
    expect(body).toMatchObject({ weak_password: { reasons: ['pwned'] } });
  });
});
