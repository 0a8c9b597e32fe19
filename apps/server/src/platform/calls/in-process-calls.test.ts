import { describe } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { createInProcessCalls } from './in-process-calls.ts';
import { describeCalls } from './testing-contract.ts';

describe('calls within one process', () => {
  describeCalls(async () => {
    const calls = createInProcessCalls(createLogger('silent'));
    return { here: calls, there: calls, settled: async () => undefined };
  });
});
