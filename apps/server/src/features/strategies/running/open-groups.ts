import type { Timeframe } from '@vigia/core/vocabulary';
import type { Logger } from '#platform/logging/logger.ts';
import { type OpenedGroups, type OpenRequest, pastCandlesBuilder } from '../../automations/index.ts';
import type { StrategyMarket } from '../deps.ts';
import { readRules } from '../read-rules.ts';
import type { StrategyRow } from '../strategy.repository.ts';
import { groupKeyOf, RuleGroup, type RuleListener } from './rule-group.ts';
import { type SettlementListener, type SharedRules, StrategyRun } from './strategy-run.ts';

/** Receives the signals that running strategies find, and the outcomes of these signals. */
export type StrategyListener = { readonly onFound: RuleListener; readonly onSettled: SettlementListener };

type Place = { readonly group: RuleGroup; readonly timeframe: Timeframe; readonly anchorTime: number };

/**
 * Starts strategies of one asset of one market. Strategies with equal rules share one group, which replays their
 * history.
 * @throws if the history cannot be read
 */
export async function openGroups(
  log: Pick<Logger, 'error'>,
  { market, asset, rows, bufferedFrom }: OpenRequest<StrategyRow, StrategyMarket>,
  listener: StrategyListener,
): Promise<ReadonlyMap<Timeframe, OpenedGroups<SharedRules>>> {
  const places = placesOf(log, rows, listener);
  const opened = new Map<Timeframe, OpenedGroups<SharedRules>>();
  if (places.length === 0) return opened;
  const floor = market.historyFloor();
  const earliest = Math.min(...places.map(({ anchorTime }) => anchorTime));
  const pastOf = pastCandlesBuilder(await market.history1m(asset, Math.max(earliest, floor)));
  for (const { group, timeframe, anchorTime } of places) {
    // The minutes of the first buffered candle may be stored already, but the candle itself arrives live.
    const past = pastOf(anchorTime, timeframe, bufferedFrom(timeframe));
    group.foldHistory(past);
    const known = opened.get(timeframe) ?? { groups: [], past: past.candles };
    opened.set(timeframe, known);
    known.groups.push(group);
    if (past.candles.length > known.past.length) known.past = past.candles;
  }
  return opened;
}

/**
 * Groups strategies with equal rules. Skips a strategy whose stored rules are no longer valid, so that the others still
 * start.
 */
function placesOf(log: Pick<Logger, 'error'>, rows: readonly StrategyRow[], listener: StrategyListener): Place[] {
  const places = new Map<string, Place>();
  for (const row of rows) {
    const rules = readRules(row);
    if (rules === null) {
      log.error({ strategy: row.id }, 'a stored strategy is not valid any more: it does not run');
      continue;
    }
    const { timeframe, anchor_time: anchorTime } = row;
    const key = groupKeyOf(row, rules);
    const place = places.get(`${timeframe}|${key}`) ?? {
      group: new RuleGroup(key, rules, timeframe, listener.onFound),
      timeframe,
      anchorTime,
    };
    places.set(`${timeframe}|${key}`, place);
    place.group.add(new StrategyRun(row, rules, listener.onSettled));
  }
  return [...places.values()];
}
