import { expect, it } from 'vitest';
import { refCounted } from './ref-counted.ts';

it('refCounted starts a resource at the first use of a key and ends it when the last use is cancelled', () => {
  const log: string[] = [];
  const wish = refCounted((key) => {
    log.push(`begin ${key}`);
    return () => void log.push(`end ${key}`);
  });
  const [a1, a2, b] = [wish('a'), wish('a'), wish('b')];
  a1();
  a1();
  b();
  expect(log).toEqual(['begin a', 'begin b', 'end b']);
  a2();
  wish('a');
  expect(log.slice(3)).toEqual(['end a', 'begin a']);
});
