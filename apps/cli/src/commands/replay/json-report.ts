import type { Sequence, Settlement, Signal, Zone } from '@vigia/core/pcr';
import type { ReplayFindings } from './replay-run.ts';
import type { StrategyTrades } from './strategy-run.ts';
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

const zoneView = (zone: Zone, ended: { readonly end: string; readonly at: number } | undefined) => ({
  sequence_id: zone.sequence.breakingCandle.time,
  kind: zone.kind,
  direction: zone.direction,
  created_at: zone.createdAt,
  extreme: zone.extreme,
  state: ended?.end ?? 'live',
  ended_at: ended?.at ?? null,
  ...zone.levels,
});

const signalView = (signal: Signal, settlement: Settlement | undefined) => ({
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

/**
 * Returns the results of a setup's replay as one JSON object with the field names of docs/spec/pcr.md. Times are epoch
 * seconds; times of ticks have milliseconds as decimals.
 */
export function jsonReport(findings: ReplayFindings, summary: ReplaySummary): string {
  const { sequences, zones, zoneEnds, signals, settlements } = findings;
  const report = {
    candles: findings.candles,
    sequences: sequences.map(sequenceView),
    zones: zones.map((zone) => zoneView(zone, zoneEnds.get(zone))),
    signals: signals.map((signal) => signalView(signal, settlements.get(signal))),
    summary: { ...foundView(summary), ...summaryView(summary) },
  };
  return `${JSON.stringify(report)}\n`;
}

/**
 * Returns the results of a strategy's replay as one JSON object with the same fields as a setup's report. A strategy
 * has no sequences and no price zones, and its entries are at the close of a candle.
 */
export function strategyJsonReport({ candles, trades }: StrategyTrades, summary: SignalSummary): string {
  const signals = trades.map((trade) => ({
    direction: trade.direction,
    entry_point: null,
    entry_time: trade.entryMs / 1_000,
    entry_price: trade.entryPrice,
    expiration_time: trade.expiryMs / 1_000,
    outcome: trade.outcome,
    settle_price: trade.settlePrice,
  }));
  return `${JSON.stringify({ candles, sequences: [], zones: [], signals, summary: summaryView(summary) })}\n`;
}
