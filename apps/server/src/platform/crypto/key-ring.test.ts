import { describe, expect, it } from 'vitest';
import { createKeyRing, keyIdOf } from './key-ring.ts';

const [OLD, NEW, SECRET] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)];

describe('KeyRing', () => {
  it('encrypts keys with the master key of a given id, and decrypts them with the key of this id', () => {
    const ring = createKeyRing(() => [OLD, NEW]);
    for (const key of [OLD, NEW]) {
      const wrapped = ring.wrap(keyIdOf(key), SECRET, 'a');
      expect(wrapped.keyId).toBe(keyIdOf(key));
      expect(ring.unwrap(wrapped, 'a')).toEqual(SECRET);
      expect(() => ring.unwrap(wrapped, 'b')).toThrow();
    }
    const wrapped = ring.wrap(keyIdOf(OLD), SECRET, 'a');
    expect(() => ring.unwrap({ ...wrapped, keyId: keyIdOf(NEW) }, 'a')).toThrow();
  });

  it('reads the keys again for an unknown id', () => {
    let keys = [OLD];
    const ring = createKeyRing(() => keys);
    expect(ring.has(keyIdOf(OLD))).toBe(true);
    expect(() => ring.wrap(keyIdOf(NEW), SECRET, 'a')).toThrow(`master key ${keyIdOf(NEW)} is not at hand`);
    keys = [NEW];
    expect(ring.unwrap(ring.wrap(keyIdOf(NEW), SECRET, 'a'), 'a')).toEqual(SECRET);
  });

  it('gives keys ids that reveal nothing about the keys', () => {
    expect(keyIdOf(OLD)).toMatch(/^[0-9a-f]{16}$/);
    expect(OLD.toString('hex')).not.toContain(keyIdOf(OLD));
  });
});
