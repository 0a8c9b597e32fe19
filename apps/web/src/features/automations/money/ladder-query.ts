import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { LadderView } from '@vigia/contract';
import { apiQuery } from '#shared/lib/api-query.ts';

const LADDER_PATH = '/api/pcr/ladder';

type LadderAsked = {
  readonly fixedAmount: number;
  readonly multiplier: number;
  readonly steps: number;
  readonly payout: number;
  readonly asset: string;
  /** The broker whose demo account the martingale would use; `mock` is the paper account. */
  readonly broker: string;
};

/** Query of the cost of a martingale, before the user enables it. */
export const ladderQuery = ({ fixedAmount, multiplier, steps, payout, asset, broker }: LadderAsked) =>
  queryOptions({
    ...apiQuery(LADDER_PATH, LadderView, {
      query: { fixed_amount: fixedAmount, multiplier, steps, payout, asset, broker },
      key: [LADDER_PATH, broker, asset, fixedAmount, multiplier, steps, payout],
    }),
    placeholderData: keepPreviousData,
  });
