import { type BacktestTrade, tradeAt } from '@vigia/core/backtest';
import type { PcrListener, Sequence, Settlement, Signal, Zone, ZoneEnd } from '@vigia/core/pcr';
import type { OutputWriter } from '#command.ts';
import { InOrderQueue } from './in-order-queue.ts';
import { SIGNAL_OUTCOME, type StrategyRun } from './strategy-run.ts';
import type { ReplaySummary, SignalSummary } from './summary.ts';

const sequenceView = (sequence: Sequence) => ({
  id: sequence.breakingCandle.time,
  color: sequence.color,
  length: sequence.length,
  strong_candles: sequence.strongCandles,
  start_time: sequence.startTime,
  end_time: sequence.endTime,
  price_range: sequence.priceRange,
  validation_results: sequence.validationResults,
  is_valid: sequence.isValid,
  breaking_time: sequence.breakingCandle.time,
  breaking_candle: sequence.breakingCandle,
});

/** The end of a zone, and its time in epoch seconds. */
type ZoneEnding = { readonly end: ZoneEnd; readonly at: number };

const zoneView = (zone: Zone, ended: ZoneEnding | null) => ({
  sequence_id: zone.sequence.breakingCandle.time,
  kind: zone.kind,
  direction: zone.direction,
  created_at: zone.createdAt,
  extreme: zone.extreme,
  state: ended?.end ?? 'live',
  ended_at: ended?.at ?? null,
  ...zone.levels,
});

const signalView = (signal: Signal, settlement: Settlement | null) => ({
  sequence_id: signal.zone.sequence.breakingCandle.time,
  direction: signal.direction,
  entry_point: signal.entryPoint,
  entry_time: signal.entryTime / 1_000,
  entry_price: signal.entryPrice,
  expiration_time: signal.expirationTime / 1_000,
  outcome: settlement?.outcome ?? 'pending',
  settle_price: settlement?.settlePrice ?? null,
  confidence: signal.confidence,
  pattern: signal.pattern,
  filter_results: signal.filterResults,
});

const foundView = (summary: ReplaySummary) => ({
  sequences: summary.sequences,
  valid_sequences: summary.validSequences,
  zones: summary.zones,
  zone_states: summary.zoneStates,
});

const summaryView = (summary: SignalSummary) => ({
  from: summary.from,
  to: summary.to,
  signals: summary.signals,
  ...summary.outcomes,
  win_rate: summary.card.kind === 'measured' ? summary.card.rate : null,
  win_rate_interval: summary.card.kind === 'measured' ? summary.card.interval : null,
  verdict: summary.card.kind === 'measured' ? summary.card.verdict : null,
  payout: summary.payoutRatio,
  payout_assumed: summary.payoutIsAssumed,
  break_even: summary.breakEven,
  expectancy: summary.expectancy,
  profit_factor: summary.profitFactor,
  max_drawdown: summary.maxDrawdown,
  longest_losing_streak: summary.longestLosingStreak,
  luck_p_value: summary.luckPValue,
});

/** Writes the elements of a JSON list one after another. */
function listOf<Item extends readonly unknown[]>(
  write: (part: string) => void,
  view: (...item: Item) => object,
): (...item: Item) => void {
  let comma = '';
  return (...item) => {
    write(`${comma}${JSON.stringify(view(...item))}`);
    comma = ',';
  };
}

const closing = (key: string, value: object): string => `,"${key}":${JSON.stringify(value)}}\n`;

/**
 * Returns the results of a setup's replay as one JSON object with the field names of docs/spec/pcr.md. Times are epoch
 * seconds; times of ticks have milliseconds as decimals. The replay runs once for each list, and each element is
 * written when it is known, so that the memory does not grow with the output.
 * @param again runs the replay again with a listener
 */
export function jsonReport(again: (listener: PcrListener) => unknown, summary: ReplaySummary): OutputWriter {
  return (write) => {
    write(`{"candles":${summary.candles},"sequences":[`);
    again({ onSequence: listOf(write, sequenceView) });
    write('],"zones":[');
    const zones = new InOrderQueue<Zone, ZoneEnding>(listOf(write, zoneView));
    again({ onZone: (zone) => zones.begin(zone), onZoneEnd: (zone, end, at) => zones.end(zone, { end, at }) });
    zones.finish();
    write('],"signals":[');
    const signals = new InOrderQueue<Signal, Settlement>(listOf(write, signalView));
    again({
      onSignal: (signal) => signals.begin(signal),
      onSettlement: (settlement) => signals.end(settlement.signal, settlement),
    });
    signals.finish();
    write(`]${closing('summary', { ...foundView(summary), ...summaryView(summary) })}`);
  };
}

const tradeView = (trade: BacktestTrade) => ({
  direction: trade.direction,
  entry_point: null,
  entry_time: trade.entryMs / 1_000,
  entry_price: trade.entryPrice,
  expiration_time: trade.expiryMs / 1_000,
  outcome: SIGNAL_OUTCOME[trade.result],
  settle_price: trade.settlePrice,
});

/**
 * Returns the results of a strategy's replay as one JSON object with the same fields as a setup's report. A strategy
 * has no sequences and no price zones, and its entries are at the close of a candle.
 */
export function strategyJsonReport({ candles, trades }: StrategyRun, summary: SignalSummary): OutputWriter {
  return (write) => {
    write(`{"candles":${candles},"sequences":[],"zones":[],"signals":[`);
    const writeSignal = listOf(write, tradeView);
    for (let row = 0; row < trades.length; row += 1) writeSignal(tradeAt(trades, row));
    write(`]${closing('summary', summaryView(summary))}`);
  };
}
