import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useSymbolMemory } from '#shared/chart/symbol-memory.ts';
import { assetOf } from '#shared/test/asset-of.ts';
import { FavouriteChips } from './favourite-chips.tsx';

afterEach(() => {
  cleanup();
  useSymbolMemory.setState({ favourites: [], recent: [] });
});

it('the favourite chips show the favourites of the market, mark the shown asset, and change the asset', () => {
  useSymbolMemory.setState({ favourites: ['GBPUSD', 'GONE', 'EURUSD'] });
  const chosen = vi.fn<(symbol: string) => void>();
  render(<FavouriteChips symbol="EURUSD" assets={[assetOf('EURUSD'), assetOf('GBPUSD')]} onChoose={chosen} />);
  const chips = screen.getAllByRole('button');
  expect(chips.map((chip) => [chip.textContent, chip.getAttribute('aria-pressed')])).toEqual([
    ['GBPUSD', 'false'],
    ['EURUSD', 'true'],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'GBPUSD' }));
  expect(chosen).toHaveBeenCalledWith('GBPUSD');
});

it('the favourite chips take no space without favourites', () => {
  const { container } = render(<FavouriteChips symbol="EURUSD" assets={[assetOf('EURUSD')]} onChoose={() => {}} />);
  expect(container.childElementCount).toBe(0);
});
