import type { PcrSequenceView } from '@vigia/contract';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { SEQUENCE_FORWARDED, SEQUENCE_FOUND, USERS_WATCHING } from '../topics.ts';
import { SequenceRelay } from './sequence-relay.ts';

const ids = new CountingIds();
let clock: ManualClock;
/** Messages sent from one process to others. */
let sent: string[];
let network: Bus[];
/** Number of sequence views that were built. */
let made: number;

beforeEach(() => {
  clock = new ManualClock(0);
  [sent, network, made] = [[], [], 0];
});

/**
 * Creates one of several processes. Messages of each process reach all others, and deliveries per user are not tested.
 */
function newProcess() {
  const here = createInProcessBus(pino({ level: 'silent' }));
  network.push(here);
  const bus: Bus = {
    ...here,
    publish(topic, message) {
      here.publish(topic, message);
      if (topic.reach === 'process') return;
      if (topic.name === SEQUENCE_FORWARDED.name) sent.push(topic.name);
      for (const other of network) if (other !== here) other.publish(topic, JSON.parse(JSON.stringify(message)));
    },
  };
  new SequenceRelay({ bus, clock, ids }).start();
  const shown: string[] = [];
  bus.subscribe(SEQUENCE_FOUND, ({ sequence }) => shown.push(sequence().id));
  return {
    shown,
    watch: (...userIds: string[]) => bus.publish(USERS_WATCHING, { userIds }),
    find: (userId: string | null, id: string) =>
      bus.publish(SEQUENCE_FOUND, {
        userId,
        sequence: () => {
          made += 1;
          return { id } as PcrSequenceView;
        },
      }),
  };
}

describe('SequenceRelay', () => {
  it('sends a sequence once to all processes that show it, and the receivers do not forward it', () => {
    const [engine, gateway, other] = [newProcess(), newProcess(), newProcess()];
    gateway.watch('ana');
    other.watch('ana');
    engine.find('ana', 's1');
    expect([engine.shown, gateway.shown, other.shown]).toEqual([['s1'], ['s1'], ['s1']]);
    expect(sent).toHaveLength(1);
  });

  it('neither sends nor serializes a sequence that no other process shows', () => {
    const [engine, gateway] = [newProcess(), newProcess()];
    gateway.watch('ana');
    engine.shown.length = 0;
    made = 0;
    engine.find('luis', 's1');
    expect([sent, gateway.shown]).toEqual([[], []]);
    // The viewer in this process built the view. The relay built none.
    expect(made).toBe(1);
  });

  it('sends a sequence of a built-in setup to every process with connected users', () => {
    const [engine, gateway] = [newProcess(), newProcess()];
    gateway.watch('ana');
    engine.find(null, 's1');
    expect(gateway.shown).toEqual(['s1']);
  });

  it('sends nothing if there is only one process, even if users are connected to it', () => {
    const only = newProcess();
    only.watch('ana');
    only.find('ana', 's1');
    only.find(null, 's2');
    expect([sent, only.shown, made]).toEqual([[], ['s1', 's2'], 2]);
  });

  it('stops sending after the announcement of viewers by another process has expired', () => {
    const [engine, gateway] = [newProcess(), newProcess()];
    gateway.watch('ana');
    clock.advance(60_000);
    engine.find('ana', 's1');
    clock.advance(60_000);
    engine.find('ana', 's2');
    expect(gateway.shown).toEqual(['s1']);
  });
});
