import { readPcrSetup } from '@vigia/contract';
import { at, type CandleColumns, candleAt, resample } from '@vigia/core/candles';
import { canonicalJson } from '@vigia/core/kernel';
import { PcrDetector, type PcrRules, type Signal } from '@vigia/core/pcr';
import { defaultTradeLength, expiryLengthIn } from '@vigia/core/trades';
import { type PriceSource, TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import { STEPS_PER_TURN } from '#platform/clock/yield-to-event-loop.ts';
import type { Sql } from '#platform/persistence/database.ts';
import {
  type AutomationSwitch,
  type Derivation,
  derivePerVersion,
  type RederivedVersion,
  type SealedSignalRow,
} from '../../signals/index.ts';
import { type SignalOrigin, toSignalBody } from './signal-body.ts';

const MINUTE_S = 60;

type Version = {
  readonly version: number;
  readonly asset: string;
  readonly timeframe: Timeframe;
  readonly price_source: PriceSource | null;
  readonly definition: unknown;
  readonly anchor_time: number;
  readonly live_since: Date;
  readonly switches: readonly AutomationSwitch[];
};

/**
 * Body fields that the detector decides. The other fields identify the signal or record values at the signal's time.
 */
const DERIVED = [
  ...(['direction', 'entry_point', 'entry_time_ms', 'entry_price', 'expiration_ms', 'confidence', 'pattern'] as const),
  ...(['filter_results', 'zone', 'sequence'] as const),
];

/**
 * Derives a setup's signals again with the rules of each version, as a newly started engine does.
 * @param rows the hash-chained signals of the setup, in chain order
 * @param nowMs the current time, epoch milliseconds
 * @param turn lets other work of the process run
 */
export async function recomputeSetupSignals(
  sql: Sql,
  setupId: string,
  rows: readonly SealedSignalRow[],
  nowMs: number,
  turn?: () => Promise<void>,
): Promise<Derivation[]> {
  const versions = await sql<Version[]>`
    SELECT v.version, v.asset, v.timeframe, v.price_source, v.definition, v.anchor_time, v.live_since, p.switches
    FROM pcr_setup_versions v JOIN pcr_setups p ON p.id = v.setup_id
    WHERE v.setup_id = ${setupId} ORDER BY v.version`;
  const rulesOf = ({
    version,
    asset,
    timeframe,
    definition,
  }: Version): RederivedVersion<Signal> | 'rules' | 'ticks' | 'payout' => {
    const parsed = readPcrSetup(definition);
    if (!parsed.ok) return 'rules';
    const rules = { ...parsed.value, timeframe };
    // The confidence depends on outcomes. For a duration in seconds or ticks, minute candles cannot decide these
    // outcomes.
    if (rules.trigger === 'touch' || expiryLengthIn(rules).unit !== 'minutes') return 'ticks';
    if (rules.filters.some(({ filter }) => filter === 'payout')) return 'payout';
    const origin = { setupId, setupVersion: version, asset, timeframe, patterns: rules.patterns };
    return {
      asksPayout: false,
      signalsIn: (minutes, othersTurn) => signalsIn(minutes, rules, othersTurn),
      difference: (row, signal, source) => difference(row, signal, { ...origin, source }),
    };
  };
  return derivePerVersion(sql, rows, versions, rulesOf, nowMs, turn);
}

/**
 * Returns the signals by entry time. Each minute counts as one tick at its very end, as when the engine replays stored
 * history.
 */
async function signalsIn(
  minutes: CandleColumns,
  rules: PcrRules,
  turn: () => Promise<void>,
): Promise<ReadonlyMap<number, Signal>> {
  const found = new Map<number, Signal>();
  const listener = { onSignal: (signal: Signal) => void found.set(signal.entryTime, signal) };
  const detector = new PcrDetector(rules, { listener, payoutRatio: null });
  const seconds = TIMEFRAME_SECONDS[rules.timeframe];
  const { candles } = resample(minutes, seconds, MINUTE_S);
  let row = 0;
  let turnRow = 0;
  for (let i = 0; i < candles.length; i += 1) {
    if (row >= turnRow) {
      await turn();
      turnRow = row + STEPS_PER_TURN;
    }
    const { time, open, high, low, close } = candleAt(candles, i);
    for (; row < minutes.length && at(minutes.time, row) < time + seconds; row += 1)
      detector.pushTick((at(minutes.time, row) + MINUTE_S) * 1_000 - 1, at(minutes.close, row));
    detector.push(time, open, high, low, close);
  }
  return found;
}

function difference({ body }: SealedSignalRow, signal: Signal, origin: SignalOrigin): string | undefined {
  const inputs = {
    candle: { time: 0, open: 0, high: 0, low: 0, close: 0 },
    atr: null,
    payout: null,
    length: defaultTradeLength(),
  };
  const derived = toSignalBody(signal, origin, inputs);
  // Bodies of versions 1 and 2 have no criteria.
  const keys = [...DERIVED, ...('criteria' in body ? (['criteria'] as const) : [])];
  return keys.find((key) => canonicalJson(derived[key]) !== canonicalJson(body[key] ?? null));
}
