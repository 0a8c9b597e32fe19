import { StrategySignalView, StrategyView } from '@vigia/contract';
import { z } from 'zod';
import { apiQuery } from '#shared/lib/api-query.ts';

export const PATH = '/api/v1/strategies';

export const strategiesQuery = apiQuery(PATH, z.array(StrategyView));

/** Query of the newest signals of a strategy, newest first. */
export const signalsQuery = (id: string) =>
  apiQuery(`${PATH}/${id}/signals`, z.array(StrategySignalView), { key: [PATH, id, 'signals'] });

/** Query of the newest signals of all strategies, newest first. */
export const allSignalsQuery = apiQuery(`${PATH}/signals`, z.array(StrategySignalView));
