import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { BrokerClock } from './broker-clock.ts';

const START_MS = 1_795_200_000_000;

function clocks() {
  const clock = new ManualClock(START_MS);
  return { clock, brokerClock: new BrokerClock(clock) };
}

/**
 * Passes a response of the broker to the clock. The broker states whole seconds, in the middle of a round trip of 40
 * ms.
 */
function answer({ clock, brokerClock }: ReturnType<typeof clocks>, aheadMs: number): void {
  const sentMs = clock.now();
  clock.advance(40);
  const brokerMs = Math.floor((sentMs + 20 + aheadMs) / 1_000) * 1_000;
  brokerClock.answered({ sentMs, receivedMs: clock.now(), brokerMs, precisionMs: 1_000 });
}

describe('the broker’s clock', () => {
  it('equals Vigía’s clock until the broker states its time', () => {
    const { clock, brokerClock } = clocks();
    expect(brokerClock.time()).toEqual({ offsetMs: null, roundTripMs: null });
    expect([brokerClock.offsetMs(), brokerClock.now()]).toEqual([0, clock.now()]);
  });

  it('becomes more precise with each response, and is measured again after a jump of the broker’s clock', () => {
    const both = clocks();
    for (let n = 0; n < 20; n += 1) {
      answer(both, 2_340);
      both.clock.advance(1_330);
    }
    expect(Math.abs((both.brokerClock.time().offsetMs ?? 0) - 2_340)).toBeLessThan(150);
    answer(both, -60_000);
    expect(Math.abs((both.brokerClock.time().offsetMs ?? 0) + 60_000)).toBeLessThan(600);
  });

  it('has offset 0 as long as the responses are consistent with equal clocks', () => {
    const both = clocks();
    answer(both, 0);
    expect([both.brokerClock.time().offsetMs, both.brokerClock.offsetMs()]).toEqual([0, 0]);
  });

  it('uses the first pushed time, and then the pushed time with the smallest delay', () => {
    const { clock, brokerClock } = clocks();
    brokerClock.pushed(clock.now() + 1_500);
    expect(brokerClock.time().offsetMs).toBe(1_500);
    for (const lateMs of [0, 800, 2_500]) brokerClock.pushed(clock.now() + 2_000 - lateMs);
    expect(brokerClock.offsetMs()).toBe(2_000);
    brokerClock.tookMs(100);
    expect(brokerClock.time()).toEqual({ offsetMs: 2_050, roundTripMs: 100 });
  });

  it('estimates the transit time of a pushed message from the fastest response, and ignores slower responses', () => {
    const { clock, brokerClock } = clocks();
    brokerClock.pushed(clock.now());
    for (const tookMs of [9_000, 40, 12_000]) brokerClock.tookMs(tookMs);
    expect(brokerClock.offsetMs()).toBe(20);
  });

  it('uses a response while there are fewer than five pushed times', () => {
    const { clock, brokerClock } = clocks();
    brokerClock.answered({
      sentMs: clock.now(),
      receivedMs: clock.now(),
      brokerMs: clock.now() + 7_000,
      precisionMs: 0,
    });
    for (let n = 0; n < 4; n += 1) brokerClock.pushed(clock.now() + 3_000);
    expect(brokerClock.offsetMs()).toBe(7_000);
    brokerClock.pushed(clock.now() + 3_000);
    expect(brokerClock.offsetMs()).toBe(3_000);
  });

  it('ignores pushed times that are too old', () => {
    const { clock, brokerClock } = clocks();
    brokerClock.pushed(clock.now() + 9_000);
    for (let n = 0; n < 30; n += 1) brokerClock.pushed(clock.now() + 1_000);
    expect(brokerClock.offsetMs()).toBe(1_000);
  });

  it('is measured again after a jump of Vigía’s clock', () => {
    const { clock, brokerClock } = clocks();
    for (let n = 0; n < 5; n += 1) brokerClock.pushed(clock.now());
    const brokerMs = clock.now();
    clock.jump(60_000);
    brokerClock.pushed(brokerMs);
    expect(brokerClock.offsetMs()).toBe(-60_000);
  });

  it('averages round-trip times', () => {
    const { brokerClock } = clocks();
    brokerClock.tookMs(100);
    brokerClock.tookMs(200);
    expect(brokerClock.time().roundTripMs).toBe(130);
  });
});
