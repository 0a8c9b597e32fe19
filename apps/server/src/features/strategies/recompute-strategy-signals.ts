import { type Candle, type CandleColumns, candleAt, resample } from '@vigia/core/candles';
import { canonicalJson } from '@vigia/core/kernel';
import { StrategyFold, type StrategyRules } from '@vigia/core/strategies';
import type { StrategyType } from '@vigia/core/strategy-definitions';
import { type Direction, type PriceSource, TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import { STEPS_PER_TURN } from '#platform/clock/yield-to-event-loop.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { type AutomationSwitch, type Derivation, derivePerVersion, type SealedSignalRow } from '../signals/index.ts';
import { readRules } from './read-rules.ts';
import { type Body, toCriteria } from './signal-body.ts';

const MINUTE_S = 60;

type Turn = () => Promise<void>;

type Version = {
  readonly version: number;
  readonly type: StrategyType;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly price_source: PriceSource | null;
  readonly parameters: unknown;
  readonly anchor_time: number;
  readonly live_since: Date;
  readonly switches: readonly AutomationSwitch[];
};

/** A signal that the rules produce at the close of a candle. */
type Found = {
  readonly direction: Direction;
  readonly entry_price: number;
  readonly candle: Candle;
  readonly criteria: Body['criteria'];
};

/**
 * Derives a strategy's signals again with the rules of each version, as a newly started engine does.
 * @param rows the hash-chained signals of the strategy, in chain order
 * @param nowMs the current time, epoch milliseconds
 * @param turn lets other work of the process run
 */
export async function recomputeStrategySignals(
  sql: Sql,
  strategyId: string,
  rows: readonly SealedSignalRow[],
  nowMs: number,
  turn?: Turn,
): Promise<Derivation[]> {
  const versions = await sql<Version[]>`
    SELECT v.version, v.type, v.asset, v.timeframe, v.price_source, v.parameters, v.anchor_time, v.live_since,
           s.switches
    FROM strategy_versions v JOIN strategies s ON s.id = v.strategy_id
    WHERE v.strategy_id = ${strategyId} ORDER BY v.version`;
  const rulesOf = (version: Version) => {
    const rules = readRules(version);
    if (rules === null) return 'rules';
    if (rules.type === 'external') return 'external';
    const asksPayout = (rules.parameters.gates?.payout_min ?? null) !== null;
    return {
      asksPayout,
      signalsIn: (minutes: CandleColumns, othersTurn: Turn) => signalsIn(minutes, { rules, version, turn: othersTurn }),
      difference,
    };
  };
  return derivePerVersion(sql, rows, versions, rulesOf, nowMs, turn);
}

/** Returns the signals by entry time in epoch milliseconds. */
async function signalsIn(
  minutes: CandleColumns,
  { rules, version, turn }: { readonly rules: StrategyRules; readonly version: Version; readonly turn: Turn },
): Promise<ReadonlyMap<number, Found>> {
  const seconds = TIMEFRAME_SECONDS[version.timeframe];
  const { candles } = resample(minutes, seconds, MINUTE_S);
  const fold = new StrategyFold(rules, seconds);
  const found = new Map<number, Found>();
  for (let row = 0; row < candles.length; row += 1) {
    if (row % STEPS_PER_TURN === 0) await turn();
    const candle = candleAt(candles, row);
    const move = fold.push(candle.time, candle.open, candle.high, candle.low, candle.close);
    if (move === 0) continue;
    const direction = move === 1 ? 'CALL' : 'PUT';
    found.set((candle.time + seconds) * 1_000, {
      direction,
      entry_price: candle.close,
      candle,
      criteria: toCriteria(fold.criteria(move)),
    });
  }
  return found;
}

function difference({ body }: SealedSignalRow, found: Found): string | undefined {
  // Bodies of version 1 have no criteria.
  const keys = ['direction', 'entry_price', 'candle', ...('criteria' in body ? (['criteria'] as const) : [])] as const;
  return keys.find((key) => canonicalJson(found[key]) !== canonicalJson(body[key] ?? null));
}
