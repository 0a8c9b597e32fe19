import { describe } from 'vitest';
import { systemClock } from '../clock/system-clock.ts';
import { createLogger } from '../logging/logger.ts';
import { createInProcessWorkQueue } from './in-process-work-queue.ts';
import { describeWork } from './testing-contract.ts';

describe('the work queue within one process', () => {
  describeWork(async () => {
    const queue = createInProcessWorkQueue({ clock: systemClock, log: createLogger('silent') });
    return { here: queue, there: queue };
  });
});
