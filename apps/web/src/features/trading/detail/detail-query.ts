import { queryOptions } from '@tanstack/react-query';
import { Option, SettlementCheckResponse, TradeEventView } from '@vigia/contract';
import { z } from 'zod';
import { apiQuery } from '#shared/lib/api-query.ts';
import { TRADING_PATH } from '../queries.ts';

const pathOf = (id: string): string => `${TRADING_PATH.option}/${id}`;

/** Returns the query of one trade. Until the response arrives, its data is the trade from the list. */
export const tradeQuery = (known: Option) =>
  queryOptions({ ...apiQuery(pathOf(known.id), Option, { key: [TRADING_PATH.option, known.id] }), initialData: known });

/** Returns the query of the events of a trade, in chronological order. */
export const tradeEventsQuery = (id: string) =>
  apiQuery(`${pathOf(id)}/events`, z.array(TradeEventView), { key: [TRADING_PATH.option, id, 'events'] });

/** Returns the query of the check of a trade's settlement. */
export const settlementCheckQuery = (id: string) =>
  apiQuery(`${pathOf(id)}/check`, SettlementCheckResponse, { key: [TRADING_PATH.option, id, 'check'] });
