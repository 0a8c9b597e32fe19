import type { BlockGrid } from './blocks.ts';
import { chancesOf, type ScoredRule, WORLDS, worldMaxima } from './null-worlds.ts';

/** Probability with which the verdicts on one family of data may ever contain a false 'above'. */
export const TRIES_LEVEL = 0.05;
/** Largest probability of a false 'above' of one try. */
export const TRY_LEVEL = 0.025;
/** Part of `TRIES_LEVEL` that only results beyond every null world may spend. */
const TAIL_LEVEL = 0.005;
/** Number of tries after which about half of the null worlds are released. It lets the first try spend `TRY_LEVEL`. */
const HALF = 0.8;

/** Scores of the rules of a try. */
export type TryScores = {
  /** Scores of the rules in their order; null without a score. */
  readonly scores: readonly (number | null)[];
  /** Largest score of all rules in each null world: result of `worldMaxima`. */
  readonly maxima: Float64Array;
  /** Chance of so good a result without an edge, if the try has one rule with a score; otherwise null. */
  readonly chance: number | null;
};

/** The tries on a family of data. */
export type TriesSpent = {
  readonly tries: number;
  /** Number of rules with a score in all tries. */
  readonly rules: number;
  /** Largest score of all these rules in each null world. */
  readonly maxima: Float64Array;
  /** One entry per null world: 1 if the world is spent, because a try would have been a false 'above' in it. */
  readonly spent: Uint8Array;
};

/** The verdict of a try among all tries on its data. */
export type TryVerdict = {
  /** Score that a rule must exceed. */
  readonly needed: number;
  /** Best score of this try; null if no rule has one. */
  readonly best: number | null;
  readonly isAbove: boolean;
  /** Chance that the best rule of this try alone scores so high without an edge; null without a score. */
  readonly pValue: number | null;
  /** Probability that this or any earlier try on the data has so good a score without an edge; null without a score. */
  readonly correctedPValue: number | null;
  /** Number of tries, this one included; a try without a score does not count. */
  readonly tries: number;
  /** Chance of a false 'above' that this try could spend. */
  readonly level: number;
  /** Spent part of the level, 0 to `TRIES_LEVEL`. */
  readonly spentLevel: number;
  readonly after: TriesSpent;
};

/** Returns the scores of a try for its rules, which share one grid of blocks. */
export function tryScoresOfRules(rules: readonly ScoredRule[], grid: BlockGrid): TryScores {
  const [only, ...others] = rules.filter(({ score }) => score !== null);
  const chance = only && others.length === 0 ? (chancesOf(only)?.above ?? null) : null;
  return { scores: rules.map(({ score }) => score), maxima: worldMaxima(rules, grid), chance };
}

/** Returns one try of several parts, each with its own data. */
export function combinedTry(parts: readonly TryScores[]): TryScores {
  const scores = parts.flatMap((part) => part.scores);
  const isAlone = scores.filter((score) => score !== null).length === 1;
  return {
    scores,
    maxima: parts.map(({ maxima }) => maxima).reduce(largerMaxima, noMaxima()),
    chance: isAlone ? (parts.find(({ chance }) => chance !== null)?.chance ?? null) : null,
  };
}

const noMaxima = (): Float64Array => new Float64Array(WORLDS).fill(-Infinity);
export const largerMaxima = (one: Float64Array, other: Float64Array): Float64Array =>
  one.map((value, world) => Math.max(value, other[world] ?? -Infinity));

export const noTries = (): TriesSpent => ({ tries: 0, rules: 0, maxima: noMaxima(), spent: new Uint8Array(WORLDS) });

/** Returns the tries on two families whose data turn out to be the same. */
export const joinedTries = (one: TriesSpent, other: TriesSpent): TriesSpent => ({
  tries: one.tries + other.tries,
  rules: one.rules + other.rules,
  maxima: largerMaxima(one.maxima, other.maxima),
  spent: one.spent.map((is, world) => is | (other.spent[world] ?? 0)),
});

/** Returns how many null worlds may be spent in all after a number of tries: 2.5 % of them, then up to 4.5 %. */
const released = (tries: number): number =>
  Math.floor((WORLDS * (TRIES_LEVEL - TAIL_LEVEL) * tries) / (tries + HALF) + 1e-9);

/**
 * Returns the score that one of `rules` rules exceeds without an edge with a probability of at most the part of
 * `TAIL_LEVEL` that try number `tries` may spend: 6/π² · 1/t². The exponential of a score is an e-value, so Markov's
 * inequality holds.
 */
const tailScore = (rules: number, tries: number): number =>
  Math.log((rules * tries ** 2 * Math.PI ** 2) / (6 * TAIL_LEVEL));

/** Returns the value that `count` of the values reach; Infinity for none. */
const reachedBy = (values: Float64Array, count: number): number =>
  count < 1 ? Infinity : (values.toSorted().at(-count) ?? Infinity);

/**
 * Judges a try on data and spends from their level (docs/spec/statistics.md §9). The scores of every rule tried on the
 * data so far compete in the null worlds. A try spends the worlds in which the best of them exceeds the needed score,
 * so a repeated or similar try spends little, and a test of the best variant of a sweep alone needs as much as in the
 * sweep.
 */
export function spendTry(before: TriesSpent, { scores, maxima: own, chance }: TryScores): TryVerdict {
  const known = scores.filter((score) => score !== null);
  const tries = before.tries + 1;
  const rules = before.rules + known.length;
  if (known.length === 0) return unjudged(before);
  const best = Math.max(...known);
  const maxima = largerMaxima(before.maxima, own);
  const alive = maxima.filter((_, world) => before.spent[world] === 0);
  const room = Math.max(0, released(tries) - (WORLDS - alive.length));
  const inWorlds = Math.max(reachedBy(alive, room), reachedBy(own, WORLDS * TRY_LEVEL));
  const spent = before.spent.map((is, world) => is | Number((maxima[world] ?? -Infinity) >= inWorlds));
  const needed = Math.min(inWorlds, tailScore(rules, tries));
  return {
    needed,
    best,
    isAbove: best > needed && (chance ?? 0) <= TRY_LEVEL,
    pValue: chance ?? (1 + countReaching(own, best)) / (WORLDS + 1),
    correctedPValue: (1 + WORLDS - alive.length + countReaching(alive, best)) / (WORLDS + 1),
    tries,
    level: Math.min(TRY_LEVEL, room / WORLDS),
    spentLevel: spentLevelOf(spent),
    after: { tries, rules, maxima, spent },
  };
}

const countReaching = (values: Float64Array, score: number): number => values.filter((value) => value >= score).length;
export const spentLevelOf = (spent: Uint8Array): number => spent.reduce((sum, is) => sum + is, 0) / WORLDS;

const unjudged = (after: TriesSpent): TryVerdict => ({
  needed: Infinity,
  best: null,
  isAbove: false,
  pValue: null,
  correctedPValue: null,
  tries: after.tries,
  level: 0,
  spentLevel: spentLevelOf(after.spent),
  after,
});

/**
 * Judges a try on the data of several families, like `spendTry` on all of them together.
 * @param families distinct families, at least one
 * @returns the verdict, and the tries on each family afterwards
 */
export function spendOnFamilies(
  families: readonly TriesSpent[],
  tried: TryScores,
): { readonly verdict: TryVerdict; readonly after: readonly TriesSpent[] } {
  const [first, ...others] = families;
  const all = first === undefined ? noTries() : others.reduce(joinedTries, first);
  const verdict = spendTry(all, tried);
  if (verdict.best === null) return { verdict, after: families };
  const rules = verdict.after.rules - all.rules;
  const after = families.map((family) => ({
    tries: family.tries + 1,
    rules: family.rules + rules,
    maxima: largerMaxima(family.maxima, tried.maxima),
    spent: family.spent.map((is, world) => is | ((verdict.after.spent[world] ?? 0) & ~(all.spent[world] ?? 0))),
  }));
  return { verdict, after };
}
