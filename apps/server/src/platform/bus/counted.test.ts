import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it('what is counted begins with the first wish and ends with the last, key by key', () => {
  const log: string[] = [];
  const wish = counted((key) => {
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
