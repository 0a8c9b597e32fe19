import { describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { topic } from './bus.ts';
import { createInProcessBus } from './in-process-bus.ts';
import { describeBus } from './testing-contract.ts';

const NUMBERS = topic<number>('numbers');

describe('the bus within a process', () => {
  describeBus(async () => {
    const bus = createInProcessBus(createLogger('silent'));
    return { here: bus, there: bus, settled: async () => undefined };
  });

  it('logs a handler that throws and goes on with the next', () => {
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

  it('leaves who unsubscribes during a delivery out of the next one only', () => {
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
