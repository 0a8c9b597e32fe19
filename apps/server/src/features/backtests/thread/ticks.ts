import type { TickReader } from '@vigia/core/backtest';
import { SimulatedPrices, simulatedAsset, TickCursor } from '@vigia/core/market-model';
import type { RunInputs } from '../threads/protocol.ts';

/**
 * Returns the ticks of the tested market, computed from its key; undefined if its ticks are unknown.
 * @throws Error for an asset that the simulated market does not have, which is a bug
 */
export function marketTicksOf({ ticks }: Pick<RunInputs, 'ticks'>): TickReader | undefined {
  if (ticks === null) return undefined;
  const asset = simulatedAsset(ticks.symbol);
  if (asset === undefined) throw new Error(`the simulated market has no ${ticks.symbol}`);
  return new TickCursor(new SimulatedPrices(ticks.market), asset);
}
