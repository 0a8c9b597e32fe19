import { describe, expect, it } from 'vitest';
import { isGenuineRefreshToken, makeRefreshToken, parseRefreshToken } from './refresh-token.ts';

const SESSION = '0f8fad5b-d9cb-469f-a165-70867728950e';
const KEY = Buffer.alloc(32, 7);

describe('a refresh token', () => {
  it('contains session id and counter, and is the same each time it is created', () => {
    const token = makeRefreshToken(SESSION, 41, KEY);
    expect(token).toBe(makeRefreshToken(SESSION, 41, KEY));
    expect(parseRefreshToken(token)).toMatchObject({ sessionId: SESSION, counter: 41 });
    expect(parseRefreshToken(makeRefreshToken(SESSION, 42, KEY))?.counter).toBe(42);
  });

  it('is genuine only for the key of its session', () => {
    const parsed = parseRefreshToken(makeRefreshToken(SESSION, 3, KEY));
    expect(parsed && isGenuineRefreshToken(parsed, KEY)).toBe(true);
    expect(parsed && isGenuineRefreshToken(parsed, Buffer.alloc(32, 8))).toBe(false);
  });

  it('is not genuine if any of its bytes is changed', () => {
    const bytes = Buffer.from(makeRefreshToken(SESSION, 3, KEY), 'base64url');
    for (let index = 1; index < bytes.length; index += 1) {
      const forged = Buffer.from(bytes);
      forged.writeUInt8(forged.readUInt8(index) ^ 1, index);
      const parsed = parseRefreshToken(forged.toString('base64url'));
      expect(parsed && isGenuineRefreshToken(parsed, KEY), `byte ${index}`).toBe(false);
    }
  });

  it.each([
    '',
    'abc',
    'a'.repeat(71),
    `${makeRefreshToken(SESSION, 1, KEY)}A`,
    `${makeRefreshToken(SESSION, 1, KEY)}=`,
  ])('cannot be parsed if this service did not create it: %s', (token) => {
    expect(parseRefreshToken(token)).toBeNull();
  });
});
