import { describe, expect, it } from 'vitest';
import type { SweepNumber } from '../target.ts';
import { readRanges, suggestRange } from './sweep-ranges.ts';

const PERIOD: SweepNumber = { path: 'rsi_period', label: 'Período', value: 14, min: 2, max: 500, integer: true };
const BANDS: SweepNumber = { path: 'std_dev', label: 'Desviaciones', value: 2, min: 0.1, max: 10, integer: false };
const LOW: SweepNumber = { ...PERIOD, value: 2 };

describe('a suggested range of a sweep', () => {
  it.each([PERIOD, BANDS, LOW])('contains a few values around the current value $value of $path', (number) => {
    const reading = readRanges([number], { [number.path]: suggestRange(number) });
    expect(reading.kind).toBe('ready');
    expect(reading.variants).toBeGreaterThanOrEqual(3);
    expect(reading.variants).toBeLessThanOrEqual(6);
  });
});

describe('the ranges of a sweep that the user types', () => {
  const read = (from: string, to: string, step: string) => readRanges([PERIOD], { rsi_period: { from, to, step } });

  it('include every step from the first to the last value', () => {
    expect(read('10', '20', '5')).toEqual({
      kind: 'ready',
      ranges: [{ path: 'rsi_period', from: 10, to: 20, step: 5 }],
      variants: 3,
    });
  });

  it('multiply their numbers of values if two parameters vary, and include the last value of a fractional step', () => {
    const typed = { rsi_period: { from: '10', to: '20', step: '5' }, std_dev: { from: '0,1', to: '0.3', step: '0.1' } };
    expect(readRanges([PERIOD, BANDS], typed).variants).toBe(9);
  });

  it.each([
    ['1', '20', '1', 'Entre 2 y 500, de menor a mayor.'],
    ['20', '10', '1', 'Entre 2 y 500, de menor a mayor.'],
    ['diez', '20', '1', 'Entre 2 y 500, de menor a mayor.'],
    ['10', '20', '0', 'El paso debe ser mayor que cero.'],
    ['10', '20', '0.5', 'Solo números enteros.'],
  ])('are reported as invalid from %s to %s by %s', (from, to, step, fault) => {
    expect(read(from, to, step)).toMatchObject({ kind: 'faults', faults: { rsi_period: fault } });
  });

  it('are refused above the maximum number of variants, and the result contains their number', () => {
    expect(read('2', '500', '1').kind).toBe('ready');
    const typed = { rsi_period: { from: '2', to: '500', step: '1' }, std_dev: { from: '1', to: '2', step: '1' } };
    expect(readRanges([PERIOD, BANDS], typed)).toMatchObject({ kind: 'faults', variants: 998 });
  });

  it('have no variants while no parameter is selected to vary', () => {
    expect(readRanges([PERIOD], {})).toMatchObject({ kind: 'faults', variants: 0 });
  });
});
