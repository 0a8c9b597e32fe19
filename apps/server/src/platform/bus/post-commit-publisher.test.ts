import { ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PostCommitPublisher } from './post-commit-publisher.ts';

const AWAY = Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' });

let clock: ManualClock;
let said: string[];
let lines: string[];
let publisher: PostCommitPublisher;
beforeEach(() => {
  clock = new ManualClock(0);
  [said, lines] = [[], []];
  publisher = new PostCommitPublisher({
    clock,
    log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
  });
});

/** Returns a publication that fails a given number of times and then publishes. */
const failing = (times: number, what: string, fault: Error = AWAY) => {
  let left = times;
  return async (): Promise<void> => {
    left -= 1;
    if (left >= 0) throw fault;
    said.push(what);
  };
};
const say = (what: string) => failing(0, what);

describe('PostCommitPublisher', () => {
  it('publishes all events in order', async () => {
    for (const what of ['a', 'b', 'c']) publisher.publish(say(what));
    await publisher.idle();
    expect(said).toEqual(['a', 'b', 'c']);
  });

  it('keeps events in order while the database is unavailable, and publishes them afterwards', async () => {
    publisher.publish(failing(2, 'a'));
    publisher.publish(say('b'));
    await publisher.idle();
    expect(said).toEqual([]);
    publisher.publish(say('c'));
    for (let second = 1; second <= 2; second += 1) {
      clock.advance(1_000);
      await publisher.idle();
    }
    expect(said).toEqual(['a', 'b', 'c']);
    expect(lines).toHaveLength(2);
  });

  it('drops and logs an event that can never be published', async () => {
    publisher.publish(failing(1, 'a', new TypeError('not to be said')));
    publisher.publish(say('b'));
    await publisher.idle();
    expect(said).toEqual(['b']);
    expect(lines.join('')).toContain('not to be said');
  });

  it('tries unpublished events once more when it stops', async () => {
    publisher.publish(failing(1, 'a'));
    await publisher.idle();
    await publisher.stop();
    expect(said).toEqual(['a']);
  });

  it('does not retry after it has stopped', async () => {
    const never = vi.fn<() => Promise<void>>(failing(9, 'a'));
    publisher.publish(never);
    await publisher.idle();
    await publisher.stop();
    clock.advance(10_000);
    await publisher.idle();
    expect(never).toHaveBeenCalledTimes(2);
  });
});
