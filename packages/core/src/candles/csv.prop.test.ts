import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTickCsv } from './index.ts';

const digits = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength }).map((parts) => parts.join(''));
const decimalText = fc.oneof(
  fc.double({ min: 1e-300, max: 1e300, noNaN: true }).map(String),
  fc.double({ min: 0.5, max: 2, noNaN: true }).map((value) => value.toFixed(5)),
  fc.tuple(digits(12), digits(26)).map(([whole, fraction]) => `${whole}.${fraction}`),
  fc.tuple(digits(3), digits(12)).map(([whole, fraction]) => `${whole}.${fraction}`),
  digits(24),
  fc.tuple(fc.nat(30), digits(5)).map(([zeros, tail]) => `0.${'0'.repeat(zeros)}${tail}`),
  digits(9).map((fraction) => `.${fraction}`),
);

it('the CSV field reader reads every decimal as Number() does, bit for bit', () => {
  fc.assert(
    fc.property(fc.array(decimalText, { minLength: 1, maxLength: 20 }), (texts) => {
      const readable = texts.filter((text) => Number(text) > 0);
      fc.pre(readable.length > 0);
      const file = `time,price\n${readable.map((text, index) => `${index},${text}`).join('\n')}\n`;
      const parsed = parseTickCsv(Uint8Array.from(file, (character) => character.charCodeAt(0)));
      expect(parsed.ok && [...parsed.value.price]).toEqual(readable.map(Number));
    }),
    { numRuns: propertyRuns(2_000) },
  );
});
