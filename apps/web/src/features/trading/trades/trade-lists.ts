import type { Option } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';

const without = (list: readonly Option[], id: string): Option[] => list.filter((each) => each.id !== id);
const newestFirst = (a: Option, b: Option): number => Date.parse(b.entry_time) - Date.parse(a.entry_time);
const lastEndedFirst = (a: Option, b: Option): number => Date.parse(b.expiry_time) - Date.parse(a.expiry_time);

/** Returns the list of open trades after a trade was opened or changed. An ended trade is dropped from the list. */
export function mergeActive(list: readonly Option[], trade: Option): Option[] {
  const others = without(list, trade.id);
  return trade.status === 'active' ? [...others, trade].sort(newestFirst) : others;
}

/** Returns the history after a trade changed. It contains at most fifty trades, all of them ended. */
export function mergeHistory(list: readonly Option[], trade: Option): Option[] {
  const others = without(list, trade.id);
  if (trade.status === 'active') return others;
  return [...others, trade].sort(lastEndedFirst).slice(0, LIMITS.historyDefaultLimit);
}
