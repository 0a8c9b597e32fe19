import type { PaperGapView } from '@vigia/contract';
import { pairedGap } from '@vigia/core/statistics';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { findSignalPairs, type SignalPair } from './signal-pairs.repository.ts';

/**
 * Compares the returns of the same signals on paper and on the user's demo account, for each broker. A paper trade is
 * part of one pair at most.
 */
export async function readPaperGap(sql: Sql, userId: string): Promise<PaperGapView> {
  const byBroker = new Map<BrokerId, SignalPair[]>();
  for (const pair of await findSignalPairs(sql, userId))
    byBroker.set(pair.broker, [...(byBroker.get(pair.broker) ?? []), pair]);
  return { brokers: [...byBroker].flatMap(([broker, pairs]) => gapOf(broker, pairs)) };
}

function gapOf(broker: BrokerId, pairs: readonly SignalPair[]): PaperGapView['brokers'] {
  const gap = pairedGap(
    pairs.map((pair) => ({
      entryMs: pair.entry_time.getTime(),
      expiryMs: pair.ends_at.getTime(),
      firstReturnRatio: pair.paper_return,
      secondReturnRatio: pair.demo_return,
    })),
  );
  if (gap === null) return [];
  return [
    {
      broker,
      pairs: gap.pairs,
      paper_return: gap.firstReturnRatio,
      demo_return: gap.secondReturnRatio,
      gap: gap.gapRatio,
      interval: { low: gap.low, high: gap.high },
    },
  ];
}
