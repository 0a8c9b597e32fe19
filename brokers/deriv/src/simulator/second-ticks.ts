import type { BookContract, MarketTick, SimulatedMarket } from '@vigia/broker-kit/simulator';

/** A tick with Deriv's time stamp, in whole seconds. */
export type SecondTick = { readonly epoch: number; readonly quote: number };

/** Ticks with fromS ≤ epoch ≤ toS: the market's first tick of each second, if there is one. */
export function secondTicks(market: SimulatedMarket, symbol: string, fromS: number, toS: number): SecondTick[] {
  const ticks = market.ticks(symbol, fromS * 1_000, (toS + 1) * 1_000);
  const seconds: SecondTick[] = [];
  for (let row = 0; row < ticks.length; row += 1) {
    const tick = asSecond({ timeMs: ticks.timeMs[row] ?? 0, price: ticks.price[row] ?? 0 });
    if (tick.epoch !== seconds.at(-1)?.epoch) seconds.push(tick);
  }
  return seconds;
}

/** The end of a contract in ticks that is booked at `nowMs`: right after the nth tick that follows its entry tick. */
export function endOfTicks(market: SimulatedMarket, symbol: string, nowMs: number, count: number): number {
  const entry = market.nextTick(symbol, nextSecondMs(nowMs));
  return (following(market, symbol, entry, count).at(-1)?.timeMs ?? entry.timeMs) + 1;
}

/** The times at which a running contract changes: its entry tick and, if it is one in ticks, each of its ticks. */
export const momentsOf = (market: SimulatedMarket, contract: Readonly<BookContract>): readonly number[] =>
  allTicks(market, contract).map(({ timeMs }) => timeMs);

/** The ticks of a contract in ticks so far, its entry tick first; null for another contract. */
export function ticksOf(
  market: SimulatedMarket,
  contract: Readonly<BookContract>,
  nowMs: number,
): readonly SecondTick[] | null {
  if (contract.ticks === undefined) return null;
  return allTicks(market, contract)
    .filter(({ timeMs }) => timeMs <= nowMs)
    .map(asSecond);
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

/** The begin of the next second. Deriv's ticks are those that begin a second. */
export const nextSecondMs = (timeMs: number): number => Math.floor(timeMs / 1_000) * 1_000 + 1_000;

export const asSecond = ({ timeMs, price }: { timeMs: number; price: number }): SecondTick => ({
  epoch: Math.floor(timeMs / 1_000),
  quote: price,
});
