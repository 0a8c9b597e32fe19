import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Bollinger } from './index.ts';

const PERIOD = 20;
const price = fc.oneof(
  fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
  fc.double({ min: 1.1, max: 1.1001, noNaN: true }),
  fc.constantFrom(1, 1e6, 1e-6),
);

it('CloseWindow stays within 1e-8 of the exact mean and deviation, even after prices a million times larger', () => {
  fc.assert(
    fc.property(fc.array(price, { minLength: PERIOD, maxLength: 120 }), (closes) => {
      const bands = new Bollinger(PERIOD, 1);
      closes.forEach((close, index) => {
        bands.push(close);
        if (index + 1 < PERIOD) return;
        const window = closes.slice(index + 1 - PERIOD, index + 1);
        const mean = window.reduce((sum, value) => sum + value, 0) / PERIOD;
        const deviation = Math.sqrt(window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / PERIOD);
        const largest = Math.max(...window);
        expect(Math.abs(bands.middle - mean)).toBeLessThanOrEqual(1e-8 * largest);
        expect(Math.abs(bands.upper - bands.middle - deviation)).toBeLessThanOrEqual(1e-8 * largest);
      });
    }),
    { numRuns: propertyRuns(300) },
  );
});
