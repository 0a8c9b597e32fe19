import { bucketOf } from '@vigia/core/candles';
import { TimeGates } from '@vigia/core/strategy-definitions';
import { lengthIn } from '@vigia/core/trades';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { dataFaultOf } from '../../automations/index.ts';
import type { StrategyMarket } from '../deps.ts';
import type { StrategyRun } from '../running/strategy-run.ts';
import { lastSignalCandle, type MessageRow } from './message.repository.ts';
import type { MessageRefusal } from './refusals.ts';

const BASIS_POINTS = 10_000;

/** Returns the payout of a win at a time as a fraction; 0 if the source does not offer the duration. */
export const payoutFractionAt = (
  { row, rules }: StrategyRun,
  market: Pick<StrategyMarket, 'payoutBp'>,
  atMs: number,
): number => (market.payoutBp(row.asset, lengthIn(rules.parameters), atMs) ?? 0) / BASIS_POINTS;

type World = { readonly sql: Sql; readonly market: Pick<StrategyMarket, 'condition' | 'payoutBp'> };

/** Returns why prices or gates of the strategy refuse the signal of a message; null if they admit it. */
export async function messageRefusalOf(
  { sql, market }: World,
  run: StrategyRun,
  message: MessageRow,
): Promise<MessageRefusal | null> {
  return (
    dataRefusal(run, market) ??
    timeRefusal(run, message) ??
    (await cooldownRefusal(sql, run, message)) ??
    payoutRefusal(run, payoutFractionAt(run, market, message.received_at.getTime()))
  );
}

function dataRefusal({ row }: StrategyRun, market: Pick<StrategyMarket, 'condition'>): MessageRefusal | null {
  const condition = market.condition(row.asset);
  if (condition.state === 'ahead') return { kind: 'recording' };
  const fault = dataFaultOf(false, condition);
  return fault && { kind: 'rule', reason: { stage: 'data', fault, ageMs: condition.ageMs } };
}

/** Checks the hours and days of the receipt. */
function timeRefusal({ row, rules }: StrategyRun, { received_at: receivedAt }: MessageRow): MessageRefusal | null {
  const { gates } = rules.parameters;
  if (gates === undefined) return null;
  const seconds = TIMEFRAME_SECONDS[row.timeframe];
  // The gates judge the close of a candle, which is here the receipt.
  const openTime = bucketOf(receivedAt.getTime() / 1_000, 1) - seconds;
  const refusal = new TimeGates({ ...gates, cooldown_candles: 0 }, seconds).admit(openTime);
  return refusal && { kind: 'rule', reason: { stage: 'gate', ...refusal } };
}

/** Checks the candles since the last stored signal. */
async function cooldownRefusal(
  sql: Sql,
  { row, rules }: StrategyRun,
  message: MessageRow,
): Promise<MessageRefusal | null> {
  const limit = rules.parameters.gates?.cooldown_candles ?? 0;
  const last = limit === 0 ? null : await lastSignalCandle(sql, row.id);
  if (last === null) return null;
  const value = (message.candle_time - last) / TIMEFRAME_SECONDS[row.timeframe] - 1;
  return value < limit ? { kind: 'rule', reason: { stage: 'gate', gate: 'cooldown', value, limit } } : null;
}

function payoutRefusal({ rules }: StrategyRun, value: number): MessageRefusal | null {
  const limit = rules.parameters.gates?.payout_min ?? 0;
  return value < limit ? { kind: 'rule', reason: { stage: 'gate', gate: 'payout', value, limit } } : null;
}
