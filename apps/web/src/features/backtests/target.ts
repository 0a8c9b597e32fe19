import type { BacktestSubject } from '@vigia/contract';
import type { TradeLength } from '@vigia/core/trades';
import type { Currency, Timeframe } from '@vigia/core/vocabulary';
import type { z } from 'zod';

/** A parameter of the rules that a sweep may vary. `path` is its path in the rules object. */
export type SweepNumber = {
  readonly path: string;
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
};

/** The rules to test on price history, with the texts that the screen shows for them. */
export type BacktestTarget = {
  /** Id of the saved strategy. Null for unsaved rules from an editor. */
  readonly id: string | null;
  readonly name: string;
  /** Description of rules, asset and timeframe. */
  readonly about: string;
  readonly asset: string;
  readonly timeframe: Timeframe;
  /** Duration of the trades. */
  readonly length: TradeLength;
  readonly subject: z.infer<typeof BacktestSubject>;
  /** Stake in units of the currency of the account on which the rules trade. */
  readonly stake: number;
  readonly currency: Currency;
  readonly sweepable: readonly SweepNumber[];
};

/** Returns the type of a strategy, or `pcr` for a setup. */
export const subjectWord = ({ subject }: BacktestTarget): string =>
  subject.kind === 'strategy' ? subject.rules.type : subject.kind;
