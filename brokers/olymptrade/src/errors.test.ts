import { describe, expect, it } from 'vitest';
import { closingFault } from './errors.ts';

describe('closingFault', () => {
  it.each([
    [1008, 'invalid_token', 'auth_invalid'],
    [1008, '', 'auth_invalid'],
    [1008, 'too many connections', 'network'],
    [1006, '', undefined],
    [1000, 'invalid_token', undefined],
  ])('maps code %i with the reason "%s" to %s', (code, reason, kind) => {
    expect(closingFault({ code, reason })?.kind).toBe(kind);
  });

  it('has a detail without any text that may be a secret', () => {
    const secret = 'eyJhbGciOiJSUzI1NiIsInR5cCI6';
    expect(closingFault({ code: 1008, reason: `invalid_token ${secret}` })?.detail).not.toContain(secret);
  });
});
