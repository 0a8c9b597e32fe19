import { epochMs, price } from '@vigia/core/kernel';
import { expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { createInProcessBus } from './in-process-bus.ts';
import { createTickWire, type TickBatch } from './tick-wire.ts';

const BATCH: TickBatch = {
  fence: 9_007_199_254_740_993n,
  seq: 3,
  ticks: [{ source: 'simulated', symbol: 'EURUSD', timeMs: epochMs(1_000), price: price(1.1), backfilled: false }],
};

it('the tick wire carries a batch with its whole fence, and no more after the cancel', () => {
  const wire = createTickWire(createInProcessBus(createLogger('silent')));
  const seen: TickBatch[] = [];
  const cancel = wire.receive((batch) => void seen.push(batch));
  wire.send(BATCH);
  cancel();
  wire.send({ ...BATCH, seq: 4 });
  expect(seen).toEqual([BATCH]);
});
