import type { BookContract, MarketTick, SimulatedMarket } from '@vigia/broker-kit/simulator';

/** A tick with a time in whole seconds, as Deriv states it. */
export type SecondTick = { readonly epoch: number; readonly quote: number };

/** Returns the ticks with fromS ≤ epoch ≤ toS: the market's first tick of each second, if there is one. */
export function secondTicks(market: SimulatedMarket, symbol: string, fromS: number, toS: number): SecondTick[] {
  const ticks = market.ticks(symbol, fromS * 1_000, (toS + 1) * 1_000);
  const seconds: SecondTick[] = [];
  for (let row = 0; row < ticks.length; row += 1) {
    const tick = toSecondTick({ timeMs: ticks.timeMs[row] ?? 0, price: ticks.price[row] ?? 0 });
    if (tick.epoch !== seconds.at(-1)?.epoch) seconds.push(tick);
  }
  return seconds;
}

/**
 * Returns the end of a contract with a duration in ticks that is sold to the user at `nowMs`: just after the nth tick
 * after its entry tick.
 */
export function endOfTicks(market: SimulatedMarket, symbol: string, nowMs: number, count: number): number {
  const entry = market.nextTick(symbol, nextSecondMs(nowMs));
  return (following(market, symbol, entry, count).at(-1)?.timeMs ?? entry.timeMs) + 1;
}

/**
 * Returns the times at which a running contract changes: the time of its entry tick and, for a contract with a duration
 * in ticks, of each later tick.
 */
export const changeTimesOf = (market: SimulatedMarket, contract: Readonly<BookContract>): readonly number[] =>
  allTicks(market, contract).map(({ timeMs }) => timeMs);

/**
 * Returns the ticks of a contract with a duration in ticks so far, the entry tick first; null for a contract without a
 * duration in ticks.
 */
export function ticksOf(
  market: SimulatedMarket,
  contract: Readonly<BookContract>,
  nowMs: number,
): readonly SecondTick[] | null {
  if (contract.ticks === undefined) return null;
  return allTicks(market, contract)
    .filter(({ timeMs }) => timeMs <= nowMs)
    .map(toSecondTick);
}

function allTicks(market: SimulatedMarket, contract: Readonly<BookContract>): readonly MarketTick[] {
  const entry = { timeMs: contract.entryTickMs, price: contract.entryPrice };
  return [entry, ...following(market, contract.symbol, entry, contract.ticks ?? 0)];
}

function following(market: SimulatedMarket, symbol: string, entry: MarketTick, count: number): readonly MarketTick[] {
  const ticks: MarketTick[] = [];
  for (let last = entry; ticks.length < count; ticks.push(last))
    last = market.nextTick(symbol, nextSecondMs(last.timeMs));
  return ticks;
}

/** Returns the start of the next second. Deriv's ticks are the first ticks of each second. */
export const nextSecondMs = (timeMs: number): number => Math.floor(timeMs / 1_000) * 1_000 + 1_000;

export const toSecondTick = ({ timeMs, price }: { timeMs: number; price: number }): SecondTick => ({
  epoch: Math.floor(timeMs / 1_000),
  quote: price,
});
