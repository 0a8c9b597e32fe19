import { describe, expect, it } from 'vitest';
import { epochMs } from '#kernel/index.ts';
import { declarationAt, declare } from './declaration.ts';

const T0 = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const at = (hours: number) => epochMs(T0 + hours * HOUR_MS);
const GERMANY = { adult: true, country: 'DE' };
const MEXICO = { adult: true, country: 'MX' };

describe('a declaration of age and country', () => {
  it("applies at once if it is the user's first declaration", () => {
    expect(declare(null, MEXICO, at(0))).toEqual({ current: { ...MEXICO, declaredAtMs: at(0) }, waiting: null });
  });

  it.each([
    ['to a country with a ban', MEXICO, GERMANY],
    ['between two countries with a ban', GERMANY, { adult: true, country: 'ES' }],
    ['between two countries without a ban', MEXICO, { adult: true, country: 'CL' }],
    ['from adult to minor', MEXICO, { adult: false, country: 'MX' }],
  ])('applies at once if it changes %s', (_what, from, to) => {
    const changed = declare(declare(null, from, at(0)), to, at(1));
    expect(changed).toEqual({ current: { ...to, declaredAtMs: at(1) }, waiting: null });
  });

  it.each([
    ['from a country with a ban to one without', GERMANY, MEXICO],
    ['from minor to adult', { adult: false, country: 'MX' }, MEXICO],
  ])('takes effect after 24 hours if it changes %s', (_what, from, to) => {
    const changed = declare(declare(null, from, at(0)), to, at(1));
    expect(changed).toEqual({ current: { ...from, declaredAtMs: at(0) }, waiting: { ...to, fromMs: at(25) } });
    expect(declarationAt(changed, epochMs(at(25) - 1))).toEqual(changed);
    expect(declarationAt(changed, at(25))).toEqual({ current: { ...to, declaredAtMs: at(25) }, waiting: null });
  });

  it('keeps its waiting time if the user repeats it; a declaration of another country starts a new wait', () => {
    const waiting = declare(declare(null, GERMANY, at(0)), MEXICO, at(0));
    expect(declare(waiting, MEXICO, at(20))).toEqual(waiting);
    const chile = { adult: true, country: 'CL' };
    expect(declare(waiting, chile, at(20)).waiting).toEqual({ ...chile, fromMs: at(44) });
  });

  it('is dropped while it is pending if the user repeats the declaration in force', () => {
    const waiting = declare(declare(null, GERMANY, at(0)), MEXICO, at(0));
    expect(declare(waiting, GERMANY, at(1)).waiting).toBeNull();
  });
});
