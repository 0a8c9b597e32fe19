import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Asset } from '@vigia/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { useSymbolMemory } from '#shared/chart/symbol-memory.ts';
import { FavouriteChips } from './favourite-chips.tsx';

const asset = (symbol: string): Asset => ({
  symbol,
  name: symbol,
  type: 'forex',
  current_price: 1,
  min_trade_amount: 1,
  max_trade_amount: 100,
  stake_currency: 'USD',
  payout: 0.85,
  market_open: true,
  decimals: 5,
  durations: null,
  durations_seconds: [],
  durations_ticks: [],
  on_equal_prices: 'tie',
  tick_size: 0.00001,
  source: 'simulated',
});

afterEach(() => {
  cleanup();
  useSymbolMemory.setState({ favourites: [], recent: [] });
});

it('the chips show the favourites that the market offers, mark the shown one, and change the asset', () => {
  useSymbolMemory.setState({ favourites: ['GBPUSD', 'GONE', 'EURUSD'] });
  const chosen = vi.fn<(symbol: string) => void>();
  render(<FavouriteChips symbol="EURUSD" assets={[asset('EURUSD'), asset('GBPUSD')]} onChoose={chosen} />);
  const chips = screen.getAllByRole('button');
  expect(chips.map((chip) => [chip.textContent, chip.getAttribute('aria-pressed')])).toEqual([
    ['GBPUSD', 'false'],
    ['EURUSD', 'true'],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'GBPUSD' }));
  expect(chosen).toHaveBeenCalledWith('GBPUSD');
});

it('the chips take no space without favourites', () => {
  const { container } = render(<FavouriteChips symbol="EURUSD" assets={[asset('EURUSD')]} onChoose={() => {}} />);
  expect(container.childElementCount).toBe(0);
});
