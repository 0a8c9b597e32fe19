import type { CheckResult } from '@vigia/broker-kit/check';
import type { Deviation } from '@vigia/broker-kit/simulator';
import { CHECK_STEPS, type CheckFindingCode, type CheckStep } from '@vigia/core/vocabulary';
import { describe, expect, it } from 'vitest';
import { type CheckStageOptions, checkAgainst } from './check-stage.ts';

/** Delay of a late settlement. */
const LATE_MS = 40_000;

/** Every deviation that a simulator can show. */
export type PlantedDeviation = Deviation | 'late_settlement';

export type CheckOptions = Pick<CheckStageOptions, 'broker' | 'credentials' | 'startSimulator'> & {
  /** The finding that must report each deviation. */
  readonly names: Readonly<Record<PlantedDeviation, CheckFindingCode>>;
};

const findingsOf = (results: readonly CheckResult[]): readonly string[] =>
  results.flatMap((result) => (result.verdict === 'differs' ? result.findings.map(({ code }) => code) : []));

const verdictsOf = (results: readonly CheckResult[]): Readonly<Record<string, string>> =>
  Object.fromEntries(results.map(({ step, verdict }) => [step, verdict]));

const always = (verdict: string, except: Partial<Record<CheckStep, string>> = {}) =>
  Object.fromEntries(CHECK_STEPS.map((step) => [step, except[step] ?? verdict]));

/** Tests the broker check against the broker's simulator: without a deviation, and with each deviation. */
export function describeBrokerCheck(name: string, options: CheckOptions): void {
  describe(`the broker check of ${name}`, () => {
    it('reports every step as expected, at an unchanged simulator', async () => {
      const results = await checkAgainst(options);
      expect(findingsOf(results)).toEqual([]);
      expect(verdictsOf(results)).toEqual(always('as_expected'));
    }, 60_000);

    it('sends no order if the user does not confirm it', async () => {
      let booked = -1;
      const prepare: CheckStageOptions['prepare'] = ({ book }) => {
        booked = 0;
        book.onEvent(({ kind }) => {
          booked += kind === 'opened' ? 1 : 0;
        });
      };
      const results = await checkAgainst({ ...options, prepare, confirms: false });
      const without = { demo_order: 'not_offered', settlement: 'not_offered', order_record: 'not_offered' };
      expect(verdictsOf(results)).toEqual(always('as_expected', without));
      expect(booked).toBe(0);
    }, 60_000);

    it.each(Object.entries(options.names))(
      'reports the deviation %s as %s',
      async (planted, code) => {
        const results = await checkAgainst({
          ...options,
          prepare: ({ deviations, book }) => {
            if (planted === 'late_settlement') book.delaySettlement(LATE_MS);
            else deviations.add(planted as Deviation);
          },
        });
        expect(findingsOf(results)).toContain(code);
      },
      60_000,
    );
  });
}
