import type { SimulatedMarket } from '@vigia/broker-kit/simulator';

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

export const asSecond = ({ timeMs, price }: { timeMs: number; price: number }): SecondTick => ({
  epoch: Math.floor(timeMs / 1_000),
  quote: price,
});
