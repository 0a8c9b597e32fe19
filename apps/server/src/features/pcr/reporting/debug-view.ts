import type { CriterionView, PcrDebug, PcrSequenceView } from '@vigia/contract';
import { type Candle, candleBody, candleColor, candleRange } from '@vigia/core/candles';
import type { Patterns } from '@vigia/core/pcr';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import type { z } from 'zod';
import type { MarketCondition } from '../../market-data/index.ts';
import type { SetupRun } from '../running/setup-run.ts';
import type { SetupStream } from '../running/setup-stream.ts';
import { feedMessage } from './feed-messages.es.ts';

type Criterion = z.infer<typeof CriterionView>;

/** Engine state, except the setup itself, that the debug view needs. */
export type DebugContext = {
  readonly stream: SetupStream;
  /** The sequences of the setup, newest first. */
  readonly sequences: readonly PcrSequenceView[];
  readonly condition: MarketCondition;
  readonly engine: PcrDebug['engine'];
  readonly events: { readonly events: PcrDebug['events']; readonly last: number };
};

const MAX_EVENTS = 200;

/** Returns the internal state of a running setup, read from the objects that evaluate the setup. */
export function debugView(run: SetupRun, context: DebugContext): PcrDebug {
  const { row } = run;
  const { group, fold } = run.membership;
  const { atr, count } = group.detectors.fold;
  const history = new CandleHistory(run, context.stream.candles);
  return {
    setup_id: row.id,
    asset: row.asset,
    timeframe: row.timeframe,
    shared_by: group.runs.size,
    feed: { state: context.condition.state, age_ms: context.condition.ageMs, message: feedMessage(context.condition) },
    engine: context.engine,
    atr: Number.isNaN(atr) ? null : atr,
    run: openRun(run, history),
    sequences: context.sequences.map((sequence) => ({ ...sequence, criteria: criteriaOf(sequence, run, history) })),
    live_zones: fold
      .snapshot()
      .live.map(({ zone, bornAt, signals }) => ({
        created_at: new Date(zone.createdAt * 1_000).toISOString(),
        age_candles: count - bornAt,
        signals,
        sequence_id: `${row.id}:${zone.sequence.breakingCandle.time}`,
      })),
    events: context.events.events.slice(0, MAX_EVENTS),
    last_event: context.events.events.at(MAX_EVENTS - 1)?.number ?? context.events.last,
  };
}

/** The candles in memory, with the ATR at each candle in the setup's evaluation. */
class CandleHistory {
  readonly #run: SetupRun;
  readonly candles: readonly Candle[];

  constructor(run: SetupRun, candles: readonly Candle[]) {
    this.#run = run;
    this.candles = candles;
  }

  between(fromTime: number, toTime: number): readonly Candle[] {
    return this.candles.filter(({ time }) => time >= fromTime && time <= toTime);
  }

  /** Returns the ATR at the candle before the one that opens at `time`; NaN if it is no longer in memory. */
  atrBefore(time: number): number {
    const { group } = this.#run.membership;
    const newer = this.candles.filter((candle) => candle.time >= time).length;
    return group.atrBefore(newer);
  }

  isStrong({ time, open, high, low, close }: Candle): boolean {
    const { strongBodyRatio, strongBodyAtr } = this.#run.rules.patterns;
    const body = candleBody(open, close);
    return body >= strongBodyRatio * candleRange(high, low) && body >= strongBodyAtr * this.atrBefore(time);
  }
}

function openRun(run: SetupRun, history: CandleHistory): PcrDebug['run'] {
  const open = run.membership.group.detectors.fold.snapshot().run;
  if (open === null) return null;
  const candles = history.between(open.startTime, Infinity);
  return {
    color: open.side === 1 ? 'green' : 'red',
    length: open.length,
    candles: candles.map((candle) => ({
      ...candle,
      color: candleColor(candle.open, candle.close),
      strong: history.isStrong(candle),
    })),
  };
}

/**
 * Returns the measured value of each criterion and the setup's threshold. A value is null if it is too old to be
 * measured again.
 */
function criteriaOf(sequence: PcrSequenceView, { row, rules }: SetupRun, history: CandleHistory): Criterion[] {
  const { patterns } = rules;
  const startTime = Date.parse(sequence.start_time) / 1_000;
  const lastTime = Date.parse(sequence.end_time) / 1_000 - TIMEFRAME_SECONDS[row.timeframe];
  const coloured = history
    .between(startTime, lastTime)
    .filter(({ open, close }) => candleColor(open, close) === sequence.color);
  const isWhole = coloured.length === sequence.length;
  const { high, low } = sequence.price_range;
  const held = sequence.validation_results;
  const criterion = (name: Criterion['criterion'], value: number | null, limit: unknown): Criterion => ({
    criterion: name,
    held: held[name],
    value,
    limit,
  });
  return [
    criterion('length', sequence.length, [patterns.minLength, patterns.maxLength]),
    criterion('strength', sequence.strong_candles, patterns.minStrong),
    criterion('displacement', high - low, definedOrNull(patterns.minRangeAtr * history.atrBefore(startTime))),
    criterion('efficiency', isWhole ? efficiencyOf(coloured) : null, patterns.minEfficiency),
    criterion('break', sequence.breaking_candle.close, isWhole ? breakLimit(coloured, patterns) : null),
  ];
}

function efficiencyOf(coloured: readonly Candle[]): number {
  const path = coloured.reduce((sum, { high, low }) => sum + candleRange(high, low), 0);
  const way = Math.abs((coloured.at(-1)?.close ?? NaN) - (coloured[0]?.open ?? NaN));
  return path === 0 ? 0 : way / path;
}

/** Returns the closing price that breaks the run (docs/spec/pcr.md §4); null if the run is empty. */
function breakLimit(coloured: readonly Candle[], { breakRatio }: Patterns): number | null {
  const last = coloured.at(-1);
  return last === undefined ? null : last.close - breakRatio * (last.close - last.open);
}

const definedOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
