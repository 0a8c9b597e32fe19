import { describe, expect, it } from 'vitest';
import { hintOf } from '../vault/hint.ts';
import { secretScrubber, secretsOf } from './scrub.ts';

describe('secretScrubber', () => {
  it('removes every secret of the login, even if encoded, and each cookie', () => {
    const scrub = secretScrubber(
      secretsOf(
        {
          kind: 'browser_session',
          token: 'tok en/1234',
          cookies: 'cf_clearance=abcdefghijklm; a=1',
          userAgent: 'Mozilla',
        },
        'resume-5678',
      ),
    );
    expect(scrub('tok en/1234 tok%20en%2F1234 abcdefghijklm resume-5678 Mozilla')).toBe(
      '[oculto] [oculto] [oculto] [oculto] Mozilla',
    );
  });
});

describe('hintOf', () => {
  it.each([
    [{ kind: 'password', email: 'ana.lopez@example.com', password: 'x' }, 'a…@example.com'],
    [{ kind: 'password', email: 'sin arroba', password: 'x' }, ''],
    [{ kind: 'api_token', token: 'pat_0123456789wxyz', appId: '1' }, '…wxyz'],
    [{ kind: 'api_token', token: 'short', appId: '1' }, ''],
  ] as const)('shortens %j to %s', (credentials, hint) => {
    expect(hintOf(credentials)).toBe(hint);
  });
});
