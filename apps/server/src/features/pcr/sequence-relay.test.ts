import type { PcrSequenceView } from '@vigia/contract';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { SequenceRelay } from './sequence-relay.ts';
import { PEOPLE_WATCHING, SEQUENCE_FOUND, SEQUENCE_TOLD } from './topics.ts';

const ids = new CountingIds();
let clock: ManualClock;
/** What crossed from one process to another. */
let told: string[];
let network: Bus[];
/** Views that were made. */
let made: number;

beforeEach(() => {
  clock = new ManualClock(0);
  [told, network, made] = [[], [], 0];
});

/** One of several processes: what leaves it reaches all others. Whom each follows is not what is looked at here. */
function newProcess() {
  const here = createInProcessBus(pino({ level: 'silent' }));
  network.push(here);
  const bus: Bus = {
    ...here,
    publish(topic, message) {
      here.publish(topic, message);
      if (topic.reach === 'process') return;
      if (topic.name === SEQUENCE_TOLD.name) told.push(topic.name);
      for (const other of network) if (other !== here) other.publish(topic, JSON.parse(JSON.stringify(message)));
    },
  };
  new SequenceRelay({ bus, clock, ids }).start();
  const shown: string[] = [];
  bus.subscribe(SEQUENCE_FOUND, ({ sequence }) => shown.push(sequence().id));
  return {
    shown,
    watch: (...userIds: string[]) => bus.publish(PEOPLE_WATCHING, { userIds }),
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

describe('a sequence', () => {
  it('of a person another process shows is told there once, and goes no further', () => {
    const [engine, gateway, other] = [newProcess(), newProcess(), newProcess()];
    gateway.watch('ana');
    other.watch('ana');
    engine.find('ana', 's1');
    expect([engine.shown, gateway.shown, other.shown]).toEqual([['s1'], ['s1'], ['s1']]);
    expect(told).toHaveLength(1);
  });

  it('of anybody else is not even written out', () => {
    const [engine, gateway] = [newProcess(), newProcess()];
    gateway.watch('ana');
    engine.shown.length = 0;
    made = 0;
    engine.find('luis', 's1');
    expect([told, gateway.shown]).toEqual([[], []]);
    // By whoever shows it in the process itself.
    expect(made).toBe(1);
  });

  it('of the house is everybody’s', () => {
    const [engine, gateway] = [newProcess(), newProcess()];
    gateway.watch('ana');
    engine.find(null, 's1');
    expect(gateway.shown).toEqual(['s1']);
  });

  it('leaves no process that is alone, whoever watches there', () => {
    const only = newProcess();
    only.watch('ana');
    only.find('ana', 's1');
    only.find(null, 's2');
    expect([told, only.shown, made]).toEqual([[], ['s1', 's2'], 2]);
  });

  it('is told no more once nobody has said for a while that somebody watches', () => {
    const [engine, gateway] = [newProcess(), newProcess()];
    gateway.watch('ana');
    clock.advance(60_000);
    engine.find('ana', 's1');
    clock.advance(60_000);
    engine.find('ana', 's2');
    expect(gateway.shown).toEqual(['s1']);
  });
});
