import { CHECK_FINDINGS, CHECK_SKIP_REASONS, CHECK_STEPS } from '@vigia/core/vocabulary';
import { describe, expect, it } from 'vitest';
import { BROKER_CHECK_ES } from './broker-check.es.ts';

const VALUES = { symbol: 'EURUSD', count: 2, fault: 'network', field: 'symbol', seconds: 3, percent: 80, ms: 40 };

describe('the texts of a broker check', () => {
  it.each(CHECK_FINDINGS)('describe each deviation in a separate sentence: %s', (code) => {
    const values = { ...VALUES, price: 1, low: 2, high: 3, message: 'x' };
    const sentence = BROKER_CHECK_ES.finding({ code, values });
    expect(sentence).not.toMatch(/undefined|_/);
    expect(CHECK_FINDINGS.filter((one) => BROKER_CHECK_ES.finding({ code: one, values }) === sentence)).toEqual([code]);
  });

  it('have a name for every step and a text for every reason', () => {
    expect(new Set(CHECK_STEPS.map((step) => BROKER_CHECK_ES.step(step))).size).toBe(CHECK_STEPS.length);
    expect(new Set(CHECK_SKIP_REASONS.map((reason) => BROKER_CHECK_ES.reason(reason))).size).toBe(
      CHECK_SKIP_REASONS.length,
    );
  });
});
