import { describe, expect, it } from 'vitest';
import { AlertBook, type WaitingAlert } from './alert-book.ts';

const alert = (
  id: string,
  direction: 'up' | 'down',
  level: number,
  change: Partial<WaitingAlert> = {},
): WaitingAlert => ({ id, userId: 'ana', source: 'simulated', symbol: 'EURUSD', direction, level, ...change });
const idsOf = (fired: readonly WaitingAlert[] | null) => fired?.map(({ id }) => id) ?? null;

describe('an alert book', () => {
  it('fires an upper alert at or above its level, and a lower alert at or below its level', () => {
    const book = new AlertBook();
    for (const each of [alert('u', 'up', 1.1), alert('d', 'down', 1)]) book.add(each);
    expect(book.take('simulated', 'EURUSD', 1.099_999)).toBeNull();
    expect(book.take('simulated', 'EURUSD', 1.000_001)).toBeNull();
    expect(idsOf(book.take('simulated', 'EURUSD', 1.1))).toEqual(['u']);
    expect(idsOf(book.take('simulated', 'EURUSD', 1))).toEqual(['d']);
    expect(book.take('simulated', 'EURUSD', 1.2)).toBeNull();
    expect(book.size).toBe(0);
  });

  it('fires all alerts that a leap of the price passes, the nearest first, and keeps the others', () => {
    const book = new AlertBook();
    for (const level of [5, 3, 9, 4, 7]) book.add(alert(`u${level}`, 'up', level));
    for (const level of [1, 2, 0.5]) book.add(alert(`d${level}`, 'down', level));
    expect(idsOf(book.take('simulated', 'EURUSD', 6))).toEqual(['u3', 'u4', 'u5']);
    expect(idsOf(book.take('simulated', 'EURUSD', 0.9))).toEqual(['d2', 'd1']);
    expect(book.size).toBe(3);
  });

  it('fires alerts of one level in the order of their creation', () => {
    const book = new AlertBook();
    for (const id of ['a', 'b', 'c']) book.add(alert(id, 'up', 2));
    expect(idsOf(book.take('simulated', 'EURUSD', 2))).toEqual(['a', 'b', 'c']);
  });

  it('fires no alert of another symbol or of another source', () => {
    const book = new AlertBook();
    book.add(alert('euro', 'up', 2));
    book.add(alert('gold', 'up', 2, { symbol: 'XAUUSD' }));
    book.add(alert('deriv', 'up', 2, { source: 'deriv' }));
    expect(book.take('deriv', 'XAUUSD', 3)).toBeNull();
    expect(idsOf(book.take('deriv', 'EURUSD', 3))).toEqual(['deriv']);
    expect(idsOf(book.take('simulated', 'XAUUSD', 3))).toEqual(['gold']);
  });

  it('drops a removed alert, and ignores a repeated addition and the removal of an unknown alert', () => {
    const book = new AlertBook();
    book.add(alert('a', 'up', 2));
    book.add(alert('a', 'up', 2));
    book.add(alert('b', 'up', 3));
    book.remove('a');
    book.remove('x');
    expect(book.take('simulated', 'EURUSD', 2.5)).toBeNull();
    expect(idsOf(book.take('simulated', 'EURUSD', 3))).toEqual(['b']);
  });
});
