import { describe, expect, it } from 'vitest';
import { createPasswordHasher, DEFAULT_COST } from './password-hasher.ts';

const hasher = createPasswordHasher('a random dummy');

describe('the password hasher', () => {
  it('hashes with argon2id at the recommended cost', async () => {
    expect(await hasher.hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('uses all characters of the password exactly as typed', async () => {
    const long = 'a'.repeat(511);
    const stored = await hasher.hash(`${long}b`);
    expect(await hasher.check(`${long}b`, stored)).toEqual({ matches: true, rehash: null });
    expect(await hasher.check(`${long}c`, stored)).toEqual({ matches: false });
    const spaced = await hasher.hash(' Ñandú 2 ');
    expect((await hasher.check('Ñandú 2', spaced)).matches).toBe(false);
    expect((await hasher.check(' ñandú 2 ', spaced)).matches).toBe(false);
  });

  it('matches no password if no hash is stored, not even the dummy password', async () => {
    expect(await hasher.check('a random dummy', null)).toEqual({ matches: false });
  });

  it('returns a new hash to store if the hash cost was raised', async () => {
    const weaker = createPasswordHasher('dummy', { ...DEFAULT_COST, memoryKib: 8_192 });
    const check = await hasher.check('correct horse', await weaker.hash('correct horse'));
    expect(check.matches && check.rehash).toMatch(/m=19456,t=2,p=1/);
  });
});
