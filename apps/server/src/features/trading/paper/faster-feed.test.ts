import { epochMs, minorUnits, price, ratio } from '@vigia/core/kernel';
import { settle } from '@vigia/core/trades';
import { expect, it } from 'vitest';
import { TickRing } from '../../market-data/tick-ring.ts';

const TICKS = 400_000;
const LEAD_MS = 400;
const LENGTH_MS = 60_000;
const TICK_MS = 300;

/** Returns numbers from 0 to 1 that a seed determines (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A fair market with jumps: a tick about every 300 ms; one in 400 ticks is a jump of 20 times the usual size. */
function jumpyMarket(seed: number): TickRing {
  const random = randomOf(seed);
  const ring = new TickRing(TICKS);
  let level = 100_000;
  let timeMs = 0;
  for (let count = 0; count < TICKS; count += 1) {
    timeMs += Math.round(TICK_MS * (0.5 + random()));
    level += Math.round((random() + random() + random() - 1.5) * 4) * (random() < 1 / 400 ? 20 : 1);
    ring.push(timeMs, level);
  }
  return ring;
}

/**
 * Returns the share of won trades of a person who sees every tick 400 ms before the server, and orders in the direction
 * of each jump at once.
 */
function wonRatio(ring: TickRing, entryPriceOf: (atMs: number) => number | undefined): number {
  let [won, decided] = [0, 0];
  const ticks = ring.all();
  for (let index = 1; index < ticks.length - 400; index += 1) {
    const [before, jump] = [ticks[index - 1], ticks[index]];
    if (before === undefined || jump === undefined || Math.abs(jump.price - before.price) < 30) continue;
    const atMs = jump.timeMs + 50;
    const entry = entryPriceOf(atMs);
    const last = ring.lastBefore(atMs + LENGTH_MS);
    if (entry === undefined || last === null) continue;
    const { outcome } = settle(
      {
        direction: jump.price > before.price ? 'CALL' : 'PUT',
        entryPrice: price(entry),
        entryTimeMs: epochMs(atMs),
        expiryTimeMs: epochMs(atMs + LENGTH_MS),
        stakeMinor: minorUnits(100),
        payoutRatio: ratio(0.85),
      },
      { timeMs: epochMs(last.timeMs), price: price(last.price) },
    );
    if (outcome === 'won') won += 1;
    if (outcome === 'won' || outcome === 'lost') decided += 1;
  }
  expect(decided).toBeGreaterThan(400);
  return won / decided;
}

it.each([1, 2, 3])('a trader who sees prices 0.4 s earlier gains nothing on paper, on market %d', (seed) => {
  const ring = jumpyMarket(seed);
  const filled = wonRatio(ring, (atMs) => ring.firstAfter(atMs)?.price);
  // Four standard deviations of 400 trades.
  expect(Math.abs(filled - 0.5)).toBeLessThan(0.1);
});

it('a trader who sees prices 0.4 s earlier would win if the last known tick filled the order', () => {
  const ring = jumpyMarket(1);
  expect(wonRatio(ring, (atMs) => ring.lastBefore(atMs - LEAD_MS)?.price)).toBeGreaterThan(0.62);
});
