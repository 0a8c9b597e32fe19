import { HistoryFetch } from '@vigia/contract';
import type { HistoryGaps } from '@vigia/core/candles';
import type { FetchRow } from './fetch.repository.ts';

const iso = (time: number): string => new Date(time * 1_000).toISOString();

const gapsView = ({ weekends, holes, holeMinutes, longest }: HistoryGaps) => ({
  weekends,
  holes,
  hole_minutes: holeMinutes,
  longest: longest.map(({ from, to, count }) => ({ from: iso(from), to: iso(to), minutes: count })),
});

/** Returns the reason why a running fetch receives no pages now; null if it receives pages. */
function waitingFor({ status, fault }: FetchRow): HistoryFetch['waiting_for'] {
  if (status !== 'running' || fault === null) return null;
  if (fault === 'not_connected') return 'connection';
  return fault === 'rate_limited' ? 'rate_limit' : 'answer';
}

/** Returns a stored fetch in the shape of the API. */
export const toView = (row: FetchRow): HistoryFetch =>
  HistoryFetch.parse({
    id: row.id,
    broker: row.broker,
    symbol: row.symbol,
    status: row.status,
    waiting_for: waitingFor(row),
    from: iso(row.from_time),
    to: iso(row.to_time),
    candles: row.candles,
    first_candle: row.first_time === null ? null : iso(row.first_time),
    last_candle: row.last_time === null ? null : iso(row.last_time),
    pages: row.pages,
    pages_done: row.pages_done,
    gaps: row.gaps && gapsView(row.gaps),
    updated_at: row.updated_at.toISOString(),
  });
