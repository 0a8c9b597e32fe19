import { columnValueAt } from './cell.ts';
import { DAY_PARTS, type DayMoves } from './day-moves.ts';
import type { DayPath } from './day-path.ts';
import { KEY_PURPOSE } from './market-key.ts';
import { normalFromHash } from './normal.ts';
import { gapFromBits, type Pace } from './pace.ts';
import { WordStream } from './word-stream.ts';

/** Length of a part of the day. */
export const PART_MS = 86_400_000 / DAY_PARTS;
/** Room for the ticks of a part, which has about 80. */
const ROOM = 1_024;

/** The ticks of one part of a day. */
export class PartTicks {
  /** Number of ticks, at least 1. */
  count = 0;
  /** Times since the start of the day, in whole milliseconds, ascending. */
  readonly timesMs = new Float64Array(ROOM);
  /** Moves since the start of the day, in logarithms with the variance 1 for a year. */
  readonly values = new Float64Array(ROOM);
  readonly #pace: Pace;
  readonly #words: WordStream;

  constructor(moves: DayMoves, pace: Pace) {
    this.#pace = pace;
    this.#words = new WordStream(moves.key, KEY_PURPOSE.tick);
  }

  /** Computes the ticks of a part of the day that `moves` and `path` have loaded. */
  load(moves: DayMoves, path: DayPath, part: number): void {
    this.#words.rekey(moves.key, part);
    this.#loadTimes(Math.ceil(part * PART_MS), (part + 1) * PART_MS);
    this.#loadValues(path, part, columnValueAt(moves.jumps, part));
  }

  /** The first tick lies close to the start, so that the gap between two parts is no longer than any other gap. */
  #loadTimes(startMs: number, endMs: number): void {
    const pace = this.#pace;
    const words = this.#words;
    let count = 0;
    let timeMs = startMs + Math.floor(words.nextUnit() * pace.firstMaxMs);
    do {
      this.timesMs[count] = timeMs;
      count += 1;
      timeMs += gapFromBits(pace, words.next());
    } while (timeMs < endMs - pace.leastMs && count < ROOM);
    this.count = count;
  }

  /** Walks the bridge from the start to the end of the part, with equal variance for each tick. */
  #loadValues(path: DayPath, part: number, jump: number): void {
    const words = this.#words;
    const { count, values } = this;
    const jumpTick = Math.floor(words.nextUnit() * count);
    const end = columnValueAt(path.values, part + 1) - jump;
    const step = Math.sqrt(columnValueAt(path.variances, DAY_PARTS + part) / count);
    let value = columnValueAt(path.values, part);
    for (let tick = 0; tick < count; tick++) {
      const left = count - tick;
      value += (end - value) / left + step * Math.sqrt((left - 1) / left) * normalFromHash(words.next());
      values[tick] = tick < jumpTick ? value : value + jump;
    }
  }
}
