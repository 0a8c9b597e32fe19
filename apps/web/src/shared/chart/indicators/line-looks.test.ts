import { expect, it } from 'vitest';
import { lineLookOf } from './line-looks.ts';

it('lineLookOf gives nine lines nine different looks', () => {
  expect(new Set(Array.from({ length: 9 }, (_, number) => JSON.stringify(lineLookOf(number)))).size).toBe(9);
});
