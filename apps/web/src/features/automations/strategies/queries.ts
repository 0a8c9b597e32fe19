import { StrategySignalView, StrategyView } from '@vigia/contract';
import { z } from 'zod';
import { apiQuery } from '#shared/lib/api-query.ts';

export const STRATEGIES_PATH = '/api/v1/strategies';

export const strategiesQuery = apiQuery(STRATEGIES_PATH, z.array(StrategyView));

/** Query of the newest signals of a strategy, newest first. */
export const signalsQuery = (id: string) =>
  apiQuery(`${STRATEGIES_PATH}/${id}/signals`, z.array(StrategySignalView), { key: [STRATEGIES_PATH, id, 'signals'] });

/** Query of the newest signals of all strategies, newest first. */
export const allSignalsQuery = apiQuery(`${STRATEGIES_PATH}/signals`, z.array(StrategySignalView));
