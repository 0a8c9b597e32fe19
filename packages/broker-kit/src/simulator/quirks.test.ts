import { describe, expect, it } from 'vitest';
import { setQuirk } from './quirks.ts';

describe('a switch of a simulator', () => {
  const quirkValues = { hours: ['always', 'weekdays'], rows: [50, 2], isOdd: [false, true] };

  it('is set by its name and the text of one of its values', () => {
    const quirks = { hours: 'always', rows: 50, isOdd: false };
    setQuirk({ quirks, quirkValues }, 'hours', 'weekdays');
    setQuirk({ quirks, quirkValues }, 'rows', '2');
    setQuirk({ quirks, quirkValues }, 'isOdd', 'true');
    expect(quirks).toEqual({ hours: 'weekdays', rows: 2, isOdd: true });
  });

  it('rejects an unknown name or value, and lists the known names or values', () => {
    const quirks = { hours: 'always' };
    expect(() => setQuirk({ quirks, quirkValues }, 'hour', 'weekdays')).toThrow('hours, rows, isOdd');
    expect(() => setQuirk({ quirks, quirkValues }, 'hours', 'never')).toThrow('always, weekdays');
    expect(() => setQuirk({ quirks, quirkValues }, 'constructor', 'x')).toThrow('no such switch');
    expect(quirks).toEqual({ hours: 'always' });
  });
});
