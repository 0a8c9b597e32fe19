import type { PcrDebug } from '@vigia/contract';
import { formatPrice } from '#shared/lib/format.ts';
import { pcrMessages } from '../messages.es.ts';
import { debugMessages } from './messages.es.ts';

export type DebugEvent = PcrDebug['events'][number];

/** Number of events kept on the screen. */
export const MAX_SHOWN_EVENTS = 300;

/**
 * Adds events to the log. Each event number is added once, the newest last. The oldest events above the limit are
 * dropped.
 */
export function mergeEvents(log: readonly DebugEvent[], added: readonly DebugEvent[]): DebugEvent[] {
  const last = log.at(-1)?.number ?? 0;
  return [...log, ...added.filter(({ number }) => number > last)].slice(-MAX_SHOWN_EVENTS);
}

const words = debugMessages.events;
const PRICES = new Set(['open', 'high', 'low', 'close', 'entry_price', 'settle_price', 'extreme']);

const isNamed = (key: string): key is keyof typeof words.details => Object.hasOwn(words.details, key);

/** Returns the name of an event's kind, such as 'Vela'. */
export const eventKindText = (kind: string): string =>
  Object.entries(words.kinds).find(([known]) => known === kind)?.[1] ?? kind;

/**
 * Formats the named details of an event as one line: `cierre 1.08571, color verde`.
 * @param decimals decimals of the asset's prices
 */
export const eventDetailText = (detail: DebugEvent['detail'], decimals: number): string =>
  Object.entries(detail)
    .flatMap(([key, value]) =>
      isNamed(key) && value !== null ? `${words.details[key]} ${valueText(key, value, decimals)}` : [],
    )
    .join(', ');

function valueText(key: string, value: unknown, decimals: number): string {
  if (typeof value === 'number') return PRICES.has(key) ? formatPrice(value, decimals) : String(value);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  const text = String(value);
  return Object.entries({ ...words.values, ...pcrMessages.entryPoints }).find(([known]) => known === text)?.[1] ?? text;
}
