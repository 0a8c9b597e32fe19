import type { PcrDebug } from '@vigia/contract';
import { type Candle, candleBody, candleColor, candleRange } from '@vigia/core/candles';
import type { Sequence } from '@vigia/core/pcr';
import type { AutomationStream } from '../../automations/index.ts';
import type { MarketCondition } from '../../market-data/index.ts';
import type { SetupRun, SharedEvaluation } from '../running/setup-run.ts';
import { feedMessage } from './feed-messages.es.ts';
import { toCriterionViews, toSequenceView } from './views.ts';

/** Engine state, except the setup itself, that the debug view needs. */
export type DebugContext = {
  readonly stream: AutomationStream<SetupRun, SharedEvaluation>;
  /** The sequences of the setup, newest first. */
  readonly sequences: readonly Sequence[];
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
    sequences: context.sequences.map((sequence) => ({
      ...toSequenceView(row, sequence, run.zoneOf(sequence.breakingCandle.time)),
      criteria: toCriterionViews(sequence, run.rules.patterns),
    })),
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

  /**
   * Returns the ATR at the candle before the one that opens at `time`. Returns NaN if that ATR is no longer in memory.
   */
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
