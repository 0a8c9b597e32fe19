import { lookAtFamilies, spendOnFamilies, TRIES_LEVEL, type TryScores } from '@vigia/core/statistics';
import type { Verdict } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { type DataFamily, findFamily, lockDataFamilies, saveFamily, type TestedData } from './families.repository.ts';

/** The results of a finished backtest from which its verdict among all tries on the data is computed. */
export type BacktestToJudge = {
  /** The tested data sets. */
  readonly data: readonly TestedData[];
  readonly scores: TryScores;
  /** Verdict of the test as if it were the only one; null if no trade is decided, and for a sweep or a grid. */
  readonly alone: Verdict | null;
  /** Whether the test is only a look: it has no verdict and spends nothing. */
  readonly isLook: boolean;
};

/** The verdict of a backtest among all tries of its user on its data, as stored. */
export type Judgement = {
  /** Null for a single test without a decided trade, and for a look with enough trades. */
  readonly verdict: Verdict | null;
  readonly pValue: number | null;
  readonly correctedPValue: number | null;
  readonly tries: number;
  readonly level: number;
  readonly spent: number;
  readonly allowed: number;
  /** Indexes of the tested rules that are 'above'. */
  readonly above: readonly number[];
};

/**
 * Judges a finished backtest and stores what its verdict spends (docs/spec/statistics.md §9).
 * @param newId returns the id of a new family of data
 */
export async function judgeTries(
  tx: Transaction,
  userId: string,
  { data, scores, alone, isLook }: BacktestToJudge,
  newId: () => string,
  nowMs: number,
): Promise<Judgement> {
  await lockDataFamilies(tx, userId);
  const families = new Map<string, DataFamily>();
  for (const each of data) {
    const family = await findFamily(tx, userId, each, newId());
    families.set(family.id, family);
    // The next data set may belong to the same family.
    await saveFamily(tx, userId, family, nowMs);
  }
  const all = [...families.values()];
  const { verdict, after } = (isLook ? lookAtFamilies : spendOnFamilies)(
    all.map(({ spent }) => spent),
    scores,
  );
  for (const [index, family] of all.entries())
    await saveFamily(tx, userId, { ...family, spent: after[index] ?? family.spent }, nowMs);
  return {
    verdict: isLook ? lookVerdict(alone) : verdictOf(verdict, scores, alone),
    pValue: verdict.pValue,
    correctedPValue: verdict.correctedPValue,
    tries: verdict.tries,
    level: TRIES_LEVEL,
    spent: verdict.spentLevel,
    allowed: verdict.level,
    above: verdict.isAbove
      ? scores.scores.flatMap((score, index) => ((score ?? 0) > verdict.needed ? [index] : []))
      : [],
  };
}

/** Returns the verdict of a look: only that its trades are too few. */
const lookVerdict = (alone: Verdict | null): Verdict | null => (alone === 'short_sample' ? alone : null);

function verdictOf(
  { isAbove, best }: { readonly isAbove: boolean; readonly best: number | null },
  { scores }: TryScores,
  alone: Verdict | null,
): Verdict | null {
  if (isAbove) return 'above';
  if (scores.length === 1) return alone === 'above' ? 'indistinguishable' : alone;
  return best === null ? 'short_sample' : 'indistinguishable';
}
