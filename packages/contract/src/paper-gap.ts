import { z } from 'zod';
import { BrokerIdOrMock } from './common.ts';

/**
 * The same signals on paper and on the demo account of a broker. All returns are per unit staked. `gap` is the mean
 * return on paper less that on the demo account. The interval is valid however often it is read: the probability that
 * it ever misses the true gap is at most 5 %.
 */
export const PaperGapView = z
  .object({
    brokers: z.array(
      z.object({
        broker: BrokerIdOrMock,
        /** Number of signals that were traded on both accounts, the latest 500. */
        pairs: z.number().int(),
        paper_return: z.number(),
        demo_return: z.number(),
        gap: z.number(),
        interval: z.object({ low: z.number(), high: z.number() }),
      }),
    ),
  })
  .meta({
    examples: [
      {
        brokers: [
          {
            broker: 'iqoption',
            pairs: 84,
            paper_return: 0.012,
            demo_return: -0.021,
            gap: 0.033,
            interval: { low: -0.14, high: 0.19 },
          },
        ],
      },
    ],
  });
export type PaperGapView = z.infer<typeof PaperGapView>;
