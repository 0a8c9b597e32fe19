import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { OwnTag, TradeCalendar, TradeNote } from '@vigia/contract';
import { z } from 'zod';
import { apiQuery } from '#shared/lib/api-query.ts';
import { apiOf } from '#shared/lib/services.ts';
import { invalidateTagged } from '../history/history-cache.ts';
import { TRADING_PATH } from '../queries.ts';
import type { NoteDraft } from './note-drafts.ts';

const notePath = (tradeId: string): string => `${TRADING_PATH.option}/${tradeId}/note`;
const noteKey = (tradeId: string) => [TRADING_PATH.option, tradeId, 'note'];

export const noteQuery = (tradeId: string) => apiQuery(notePath(tradeId), TradeNote, { key: noteKey(tradeId) });

/** The user's tags, the most used first. */
export const tagsQuery = apiQuery(TRADING_PATH.tags, z.array(OwnTag));

/**
 * Returns the query of a month of the calendar. The days of the month before stay visible while a month loads.
 * @param month such as `2026-11`
 */
export const calendarQuery = (month: string) =>
  queryOptions({
    ...apiQuery(TRADING_PATH.calendar, TradeCalendar, { query: { month }, key: [TRADING_PATH.calendar, month] }),
    placeholderData: keepPreviousData,
  });

/**
 * Saves note and tags of a trade.
 * @throws ApiFailure
 */
export async function saveNote(queries: QueryClient, tradeId: string, body: NoteDraft): Promise<void> {
  const saved = await apiOf(queries).put(notePath(tradeId), { schema: TradeNote, body });
  queries.setQueryData(noteKey(tradeId), saved);
  void queries.invalidateQueries({ queryKey: tagsQuery.queryKey });
  invalidateTagged(queries);
}
