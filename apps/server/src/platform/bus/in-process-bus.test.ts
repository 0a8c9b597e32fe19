import { describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { processTopic } from './bus.ts';
import { createInProcessBus } from './in-process-bus.ts';
import { describeBus } from './testing-contract.ts';

const NUMBERS = processTopic<number>('numbers');

describe('InProcessBus', () => {
  describeBus(async () => {
    const bus = createInProcessBus(createLogger('silent'));
    return { here: bus, there: bus, settled: async () => undefined };
  });

  it('logs the error of a handler that throws, and calls the next handler', () => {
    let log = '';
    const bus = createInProcessBus(createLogger('error', { write: (line) => void (log += line) }));
    const seen: number[] = [];
    bus.subscribe(NUMBERS, () => {
      throw new Error('broken handler');
    });
    bus.subscribe(NUMBERS, (n) => void seen.push(n));
    bus.publish(NUMBERS, 1);
    expect(seen).toEqual([1]);
    expect(log).toContain('broken handler');
  });

  it('still delivers a message to a handler that is unsubscribed during its delivery', () => {
    const bus = createInProcessBus(createLogger('silent'));
    const seen: string[] = [];
    const cancels: (() => void)[] = [];
    bus.subscribe(NUMBERS, () => cancels.forEach((cancel) => cancel()));
    cancels.push(bus.subscribe(NUMBERS, () => void seen.push('late')));
    bus.publish(NUMBERS, 1);
    bus.publish(NUMBERS, 2);
    expect(seen).toEqual(['late']);
  });
});
