/** Smallest and largest fraction of its capital that a bettor stakes on a trade. */
const SMALLEST = 0.05;
const LARGEST = 0.4;
const COUNT = 16;

/**
 * Fractions of the bettors, ascending in equal ratios. A bettor with the fraction c earns most against trades that are
 * won with the probability `breakEven + (1 − breakEven) × c`. With a payout of 85 % these are win rates from 56.4 % to
 * 72.4 %.
 */
export const STAKE_FRACTIONS: readonly number[] = Array.from(
  { length: COUNT },
  (_, index) => SMALLEST * (LARGEST / SMALLEST) ** (index / (COUNT - 1)),
);

/** Logarithm of the capital above which a bettor stops counting gains, so that no product overflows. */
const MOST_LOG = Math.log(1e200);
/**
 * Returns are counted in thousandths of the stake, so that the number of different returns is limited even with early
 * sales.
 */
const RETURN_STEPS = 1_000;

/** E-values against 'the mean return is at most m' (`above`) and against 'it is at least m' (`below`). */
export type Evidence = { readonly above: number; readonly below: number };

/** Trades with the same payout and the same return, both per unit staked. */
type Outcome = { readonly payoutRatio: number; readonly returnRatio: number };

/** The logarithm by which each bettor's capital grows with one trade, for both sides. */
type Growth = { readonly above: Float64Array; readonly below: Float64Array };

type CountedOutcome = Outcome & { readonly growth: Growth; count: number };

const NO_GROWTH = new Float64Array(COUNT);

const logsOf = (gain: number): Float64Array =>
  Float64Array.from(STAKE_FRACTIONS, (fraction) => Math.log1p(fraction * Math.max(gain, -1)));

/**
 * No trade returns more than its payout. If the payout is at or below the mean, a bet on a return above the mean is
 * impossible.
 */
const growthOf = ({ payoutRatio, returnRatio }: Outcome, mean: number): Growth => ({
  above: logsOf((returnRatio - mean) / (1 + mean)),
  below: payoutRatio > mean ? logsOf((mean - returnRatio) / (payoutRatio - mean)) : NO_GROWTH,
});

const BREAK_EVEN_MEAN = 0;

/** Adds up the growth of bettors who start with 1 each. The order of their bets does not change their capital. */
class Capital {
  readonly #logs = new Float64Array(COUNT);

  grow(growth: Float64Array, count: number): void {
    for (let index = 0; index < COUNT; index += 1) {
      this.#logs[index] = (this.#logs[index] ?? 0) + count * (growth[index] ?? 0);
    }
  }

  /** The mean capital of the bettors. */
  get mean(): number {
    let sum = 0;
    for (const log of this.#logs) sum += Math.exp(Math.min(log, MOST_LOG));
    return sum / COUNT;
  }
}

/** Returns what the bettors on an edge hold after these bets, all with the same payout. */
export function capitalAfter(won: number, lost: number, payoutRatio: number): number {
  const capital = new Capital();
  capital.grow(logsOf(payoutRatio), won);
  capital.grow(logsOf(-1), lost);
  return capital.mean;
}

/**
 * Bets on trades of which no two overlap, counted by payout and return. The bettors stake fixed fractions of their
 * capital, so their capital is a product over all bets, and these counts are all that it needs.
 */
export class Bets {
  readonly #outcomes: CountedOutcome[] = [];

  copy(): Bets {
    const copy = new Bets();
    for (const outcome of this.#outcomes) copy.#outcomes.push({ ...outcome });
    return copy;
  }

  /** Counts a settled trade. */
  add(payoutRatio: number, returnRatio: number): void {
    const rounded = returnRatio === payoutRatio ? payoutRatio : Math.floor(returnRatio * RETURN_STEPS) / RETURN_STEPS;
    const known = this.#outcomes.find((each) => each.payoutRatio === payoutRatio && each.returnRatio === rounded);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    const outcome = { payoutRatio, returnRatio: rounded };
    this.#outcomes.push({ ...outcome, growth: growthOf(outcome, BREAK_EVEN_MEAN), count: 1 });
  }

  /**
   * Returns the evidence about a mean return.
   * @param openPayouts payouts of the trades that are still open; their stakes count as lost on both sides
   */
  evidence(mean: number, openPayouts: Iterable<number>): Evidence {
    const [above, below] = [new Capital(), new Capital()];
    for (const outcome of this.#outcomes) {
      const growth = mean === BREAK_EVEN_MEAN ? outcome.growth : growthOf(outcome, mean);
      above.grow(growth.above, outcome.count);
      below.grow(growth.below, outcome.count);
    }
    for (const payoutRatio of openPayouts) {
      above.grow(growthOf({ payoutRatio, returnRatio: -1 }, mean).above, 1);
      below.grow(growthOf({ payoutRatio, returnRatio: payoutRatio }, mean).below, 1);
    }
    return { above: above.mean, below: below.mean };
  }
}
