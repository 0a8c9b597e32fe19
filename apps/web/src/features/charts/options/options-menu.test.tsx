import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { type ChartOptions, readOptions } from './chart-options.ts';
import { OptionsMenu } from './options-menu.tsx';

const changed = vi.fn<(change: Partial<ChartOptions>) => void>();

beforeEach(() => {
  drawNothing();
  changed.mockReset();
});
afterEach(() => {
  cleanup();
});

function openMenu(): void {
  render(<OptionsMenu options={readOptions(null)} onChange={changed} />);
  fireEvent.click(screen.getByRole('button', { name: 'Indicadores y capas' }));
}

describe('the menu of the chart', () => {
  it('offers the layers beside the indicators, not below them', () => {
    openMenu();
    expect(screen.getByRole('switch', { name: 'MACD' })).toBeDefined();
    expect(screen.queryByRole('switch', { name: 'Zonas PCR' })).toBeNull();
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Capas' }));
    expect(screen.queryByRole('switch', { name: 'MACD' })).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: 'Zonas PCR' }));
    expect(changed).toHaveBeenCalledWith({ hidden: ['zones'] });
  });

  it('is a sheet with a close button on a phone', () => {
    drawNothing({ phone: true });
    openMenu();
    expect(screen.getByRole('dialog', { name: 'Indicadores y capas' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes on Escape', () => {
    openMenu();
    fireEvent.keyDown(screen.getByRole('dialog', { name: 'Indicadores y capas' }), { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
