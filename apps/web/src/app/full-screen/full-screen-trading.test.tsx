import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { minutesLong } from '@vigia/core/trades';
import { beforeEach, expect, it, vi } from 'vitest';
import { assetsQuery } from '#shared/lib/assets.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { mountPanel } from '#shared/test/mount-panel.tsx';
import { TooltipProvider } from '#shared/ui/tooltip.tsx';
import { FullScreenTrading } from './full-screen-trading.tsx';

const NOTHING = { shown: null, sequences: [], signals: [], trades: [], history: [] };
const onLeave = vi.fn<() => void>();

function Page() {
  const assets = useQuery(assetsQuery);
  const chart = { assets, sources: NOTHING, payout: null, length: minutesLong(5), onLength: () => {} };
  return (
    <TooltipProvider>
      <FullScreenTrading chart={chart} stats={undefined} onLeave={onLeave} />
    </TooltipProvider>
  );
}

beforeEach(() => {
  drawNothing();
  onLeave.mockClear();
});

it('the full screen shows chart and order form, and is left once, however often the user leaves it', async () => {
  mountPanel(<Page />);
  await screen.findByRole('region', { name: 'Operar a pantalla completa' });
  expect(screen.getByRole('figure', { name: /^Gráfico de / })).toBeDefined();
  expect(screen.getByRole('region', { name: 'Nueva operación' })).toBeDefined();
  const leave = screen.getByRole('button', { name: 'Salir' });
  fireEvent.click(leave);
  fireEvent.keyDown(leave, { key: 'Escape' });
  expect(onLeave).toHaveBeenCalledTimes(1);
});

it('the Escape key first ends a drawing, and then the full screen', async () => {
  mountPanel(<Page />);
  const open = await screen.findByRole('button', { name: 'Herramientas de dibujo' });
  fireEvent.click(open);
  fireEvent.click(screen.getByRole('button', { name: 'Rectángulo' }));
  fireEvent.keyDown(open, { key: 'Escape' });
  expect(onLeave).not.toHaveBeenCalled();
  fireEvent.keyDown(open, { key: 'Escape' });
  expect(onLeave).toHaveBeenCalledTimes(1);
});
