import type { HistoryFetch, HistoryGapsView } from '@vigia/contract';
import { formatCount } from '#shared/lib/format.ts';
import { formatUtcDay } from './format-utc-day.ts';
import { historyMessages as words } from './messages.es.ts';

const DAY_MS = 86_400_000;

/**
 * Describes the gaps of a price history, with weekends listed separately, and the time before the broker's first
 * candle.
 */
export function GapsNote({ fetch, gaps }: { readonly fetch: HistoryFetch; readonly gaps: HistoryGapsView }) {
  const { holes, hole_minutes: minutes, weekends, longest } = gaps;
  const facts = [
    holes === 0 ? words.noHoles : words.holes(formatCount(holes), formatCount(minutes)),
    ...(weekends > 0 ? [words.weekends(formatCount(weekends))] : []),
  ];
  return (
    <div className="grid gap-1">
      <p>{facts.join(' · ')}</p>
      {startsLate(fetch) && (
        <p>{words.starts(formatUtcDay(fetch.from), formatUtcDay(fetch.first_candle ?? fetch.from))}</p>
      )}
      {longest.length > 0 && (
        <details>
          <summary className="cursor-pointer text-fg-3 touch:py-3">{words.longest}</summary>
          <ul className="mt-1 grid gap-0.5">
            {longest.map(({ from, minutes: missing }) => (
              <li key={from}>{words.hole(utcMinute(from), formatCount(missing))}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/**
 * Returns whether a completed download starts more than a week after the requested day. The broker then has no older
 * candles.
 */
const startsLate = ({ status, from, first_candle }: HistoryFetch): boolean =>
  status === 'done' && first_candle !== null && Date.parse(first_candle) - Date.parse(from) > 7 * DAY_MS;

const utcMinute = (instant: string): string => instant.slice(0, 16).replace('T', ' ');
