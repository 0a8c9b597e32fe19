import { describe, expect, it } from 'vitest';
import { checkMetadata, mergeMetadata } from './metadata.ts';

describe('the metadata of a user', () => {
  it('may contain nested data, emoji and letters of any script', () => {
    const metadata = { first_name: 'Íñigo', tags: ['🙂', { deep: [1, null, true] }] };
    expect(checkMetadata(metadata)).toEqual({ ok: true, value: metadata });
  });

  it.each([
    ['too many bytes', { note: 'ñ'.repeat(2_100) }],
    ['a NUL byte', { note: 'a\0b' }],
    ['a NUL byte in a key', { 'a\0b': 1 }],
    ['half a surrogate pair', { note: '\ud83d' }],
    ['a name longer than a profile holds', { first_name: 'x'.repeat(201) }],
  ])('may not contain %s', (_what, metadata) => {
    expect(checkMetadata(metadata)).toMatchObject({ ok: false, error: { code: 'validation_failed' } });
  });

  it('is merged by key, and keys set to null are removed', () => {
    expect(mergeMetadata({ a: 1, b: 2 }, { b: null, c: 3 })).toEqual({ a: 1, c: 3 });
  });
});
