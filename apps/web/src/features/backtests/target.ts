import type { BacktestSubject } from '@vigia/contract';
import type { Timeframe } from '@vigia/core/vocabulary';
import type { z } from 'zod';

/** A number of the rules that a sweep may vary; `path` as in the rules. */
export type SweepNumber = {
  readonly path: string;
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
};

/** Rules to be tested on history, and what the screen says of them. */
export type BacktestTarget = {
  /** Of the saved strategy; null for rules as they stand in an editor. */
  readonly id: string | null;
  readonly name: string;
  /** Rules, asset and timeframe in words. */
  readonly about: string;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly subject: z.infer<typeof BacktestSubject>;
  /** In units of the account's currency. */
  readonly stake: number;
  readonly sweepable: readonly SweepNumber[];
};

/** What a job calls its subject: the type of a strategy, or `pcr`. */
export const subjectWord = ({ subject }: BacktestTarget): string =>
  subject.kind === 'strategy' ? subject.rules.type : subject.kind;
