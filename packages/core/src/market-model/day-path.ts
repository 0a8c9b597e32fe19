import { columnValueAt } from './cell.ts';
import { DAY_PARTS, type DayMoves } from './day-moves.ts';
import { HourProfile, type HourProfileKey } from './hour-profiles.ts';
import { KEY_PURPOSE } from './market-key.ts';
import { normalFromHash } from './normal.ts';
import { WordStream } from './word-stream.ts';

const DEPTH = Math.log2(DAY_PARTS);
const PART_HOURS = 24 / DAY_PARTS;

/**
 * Largest deviation from ½ in the random division of a variance between two halves. Real volatility clusters at every
 * scale from hours to minutes.
 */
const CASCADE_SPREAD = 0.3;

/**
 * The path of one symbol in one day at the ends of its parts: a Brownian motion in multifractal time with jumps.
 *
 * The day's variance is halved ten times. The hour profile times a random share divides the variance of a span between
 * its halves (B. Mandelbrot, L. Calvet, A. Fisher, "A Multifractal Model of Asset Returns", 1997: volatility clusters).
 * The value in the middle is the Brownian bridge between the ends (P. Lévy's construction): `W_l + (M_l / M) (W_r −
 * W_l) + sqrt(M_l M_r / M) · N(0, 1)`. Increments are therefore independent and symmetric given the variances. At every
 * scale, the next move does not depend on past moves.
 */
export class DayPath {
  /** Value at the start of each part, and at the end of the day: the moves since the start of the day. */
  readonly values = new Float64Array(DAY_PARTS + 1);
  /** Variance of the diffusion in each part. Index `DAY_PARTS + part`; below are the variances of the larger spans. */
  readonly variances = new Float64Array(2 * DAY_PARTS);
  readonly #profile: Float64Array;
  readonly #words: WordStream;

  constructor(moves: DayMoves, profile: HourProfileKey) {
    this.#profile = spanActivity(new HourProfile(profile));
    this.#words = new WordStream(moves.key, KEY_PURPOSE.node);
  }

  /** Computes the path of the day that `moves` has loaded. */
  load(moves: DayMoves): void {
    this.#words.rekey(moves.key, 0);
    this.variances[1] = moves.variance;
    this.values[0] = 0;
    this.values[DAY_PARTS] = moves.diffusion;
    for (let depth = 0; depth < DEPTH; depth++) this.#split(depth);
    this.#addJumps(moves.jumps);
  }

  /** Halves all time spans of one depth of the tree. A span's number is its index in a binary heap with root 1. */
  #split(depth: number): void {
    const width = DAY_PARTS >>> depth;
    const { values, variances } = this;
    for (let start = 0, span = 1 << depth; start < DAY_PARTS; start += width, span++) {
      const variance = columnValueAt(variances, span);
      const leftShare = this.#leftShare(span);
      const left = columnValueAt(values, start);
      const right = columnValueAt(values, start + width);
      const deviation = Math.sqrt(variance * leftShare * (1 - leftShare));
      variances[2 * span] = variance * leftShare;
      variances[2 * span + 1] = variance * (1 - leftShare);
      values[start + width / 2] = left + leftShare * (right - left) + deviation * normalFromHash(this.#words.next());
    }
  }

  #leftShare(span: number): number {
    const cascade = 0.5 + CASCADE_SPREAD * (2 * this.#words.nextUnit() - 1);
    const left = cascade * columnValueAt(this.#profile, 2 * span);
    const right = (1 - cascade) * columnValueAt(this.#profile, 2 * span + 1);
    return left / (left + right);
  }

  #addJumps(jumps: Float64Array): void {
    let sum = 0;
    for (let part = 0; part < DAY_PARTS; part++) {
      sum += columnValueAt(jumps, part);
      this.values[part + 1] = columnValueAt(this.values, part + 1) + sum;
    }
  }
}

/** Returns the activity of the day's spans, by span number. */
function spanActivity(profile: HourProfile): Float64Array {
  const activity = new Float64Array(2 * DAY_PARTS);
  for (let part = 0; part < DAY_PARTS; part++)
    activity[DAY_PARTS + part] = profile.until((part + 1) * PART_HOURS) - profile.until(part * PART_HOURS);
  for (let span = DAY_PARTS - 1; span > 0; span--)
    activity[span] = columnValueAt(activity, 2 * span) + columnValueAt(activity, 2 * span + 1);
  return activity;
}
