import type { Json } from '../kernel/index.ts';
import type { RecordFile } from './record-file.ts';

/** The trades of a record on accounts of one kind and currency. */
export type RecordGroup = {
  /** Kind of money: `mock`, `demo` or `real`. */
  readonly account: string;
  readonly currency: string;
  readonly won: number;
  readonly lost: number;
  /** Number of ties, voids, refused orders and early sales. */
  readonly others: number;
  /** Number of orders without an end: they are running, or their end is not in the file. */
  readonly open: number;
  /** Mean of the win rates at which each decided trade breaks even; null without a decided trade with a payout. */
  readonly breakEvenRatio: number | null;
  /** Time of the first and of the last order, epoch milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
};

const BASIS_POINTS = 10_000;

type Trade = {
  readonly terms: Fact;
  /** The last end or correction; null if there is none. */
  readonly end: { readonly seq: number; readonly outcome: string; readonly payoutBp: number | null } | null;
};
type Fact = { readonly [key: string]: Json };

/** Sums up the trades of a record. It does not check the record. */
export function summarizeRecord({ entries }: Pick<RecordFile, 'entries'>): RecordGroup[] {
  const trades = new Map<string, Trade>();
  for (const { fact } of entries) {
    const read = asFact(fact);
    const id = read['trade_id'];
    if (typeof id === 'string' && 'event' in read) trades.set(id, withEvent(trades.get(id), read));
  }
  const groups = new Map<string, Trade[]>();
  for (const trade of trades.values()) {
    const key = `${trade.terms['account']} ${trade.terms['currency']}`;
    groups.set(key, [...(groups.get(key) ?? []), trade]);
  }
  return [...groups.values()].map(groupOf);
}

const isFact = (value: Json | undefined): value is Fact =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asFact = (value: Json | undefined): Fact => (isFact(value) ? value : {});

function withEvent(before: Trade | undefined, fact: Fact): Trade {
  const trade = before ?? { terms: asFact(fact['terms']), end: null };
  const seq = Number(fact['seq']);
  if (fact['event'] === 'intent' || seq < (trade.end?.seq ?? 0)) return trade;
  const outcome = asFact(asFact(fact['payload'])['settlement'])['outcome'];
  const payoutBp = asFact(fact['position'])['payout_bp'];
  const end = {
    seq,
    outcome: typeof outcome === 'string' ? outcome : String(fact['event']),
    payoutBp: typeof payoutBp === 'number' ? payoutBp : null,
  };
  return { ...trade, end };
}

function groupOf(trades: readonly Trade[]): RecordGroup {
  const outcomes = trades.map(({ end }) => end?.outcome ?? null);
  const count = (wanted: string | null) => outcomes.filter((outcome) => outcome === wanted).length;
  const [won, lost, open] = [count('won'), count('lost'), count(null)];
  const rates = trades.flatMap(({ end }) =>
    end !== null && end.payoutBp !== null && ['won', 'lost'].includes(end.outcome)
      ? [1 / (1 + end.payoutBp / BASIS_POINTS)]
      : [],
  );
  const times = trades.map(({ terms }) => Number(terms['created_ms']));
  const [first] = trades;
  return {
    account: String(first?.terms['account']),
    currency: String(first?.terms['currency']),
    won,
    lost,
    others: trades.length - won - lost - open,
    open,
    breakEvenRatio: rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
    fromMs: times.reduce((least, time) => Math.min(least, time), Infinity),
    toMs: times.reduce((most, time) => Math.max(most, time), -Infinity),
  };
}
