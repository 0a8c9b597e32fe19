import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { PriceFile, PriceFileCandlesView } from '@vigia/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setDisplayZone } from '#shared/lib/display-zone.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { fileOf } from '../../testing.ts';
import { FileChartDialog } from './file-chart-dialog.tsx';
import { GoToDate } from './go-to-date.tsx';

const KEPT = fileOf({ status: 'kept', time_zone: 'America/New_York', step_seconds: 900 });
const CANDLES = `GET /api/v1/price-files/${KEPT.id}/candles`;
const PAGE: PriceFileCandlesView = {
  candles: [],
  has_older: false,
  has_newer: false,
  first_candle: '2018-01-01T22:00:00.000Z',
  last_candle: '2018-12-31T21:45:00.000Z',
  decimals: 5,
  trades_on_saturdays: false,
};

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi().on(CANDLES, ok(PAGE));
  setDisplayZone('Europe/Madrid');
});
afterEach(cleanup);

const mount = (file: PriceFile = KEPT) =>
  mountPanel(<FileChartDialog file={file} onClose={() => undefined} />, { api });
const disabled = () =>
  screen
    .getAllByRole('button', { name: /^\d+[mhd]$/ })
    .filter((button) => button.hasAttribute('disabled'))
    .map(({ textContent }) => textContent);

it('the chart of a price file names its source, the time zone of its times and the time zone that the chart uses', async () => {
  mount();
  expect(await screen.findByText(/Archivo importado \(HistData\) · 371,938 velas de 15 min/)).toBeDefined();
  expect(screen.getByText('Reloj del archivo: Nueva York. El gráfico usa tu hora: Madrid.')).toBeDefined();
});

it('the chart of a fetched history names its broker', async () => {
  mount(fileOf({ status: 'kept', time_zone: 'UTC', broker: 'deriv', recognised: null }));
  expect(await screen.findByText(/Historia de Deriv/)).toBeDefined();
});

it('the chart of a price file offers only timeframes that can be made from its candles', async () => {
  mount();
  await screen.findByLabelText('Ir a la fecha');
  expect(disabled()).toEqual(['1m', '5m']);
  expect(api.calls.find(({ path }) => path.endsWith('/candles'))?.query).toContain('timeframe=15m');
});

it('a price file whose candles fit no timeframe shows a message instead of a chart', async () => {
  mount(fileOf({ ...KEPT, step_seconds: 7 }));
  expect(await screen.findByText(/Con velas de 7 s no se puede formar/)).toBeDefined();
});

it('a price file that was deleted or is damaged shows a message instead of a chart', async () => {
  api.on(CANDLES, refused(404, 'price_file_not_found', 'Ese archivo de precios no existe o ya se borró.'));
  mount();
  expect(await screen.findByText('Ese archivo de precios no existe o ya se borró.')).toBeDefined();
});

it('the chosen date moves the chart to the start of that day in its time zone, and a date outside the file is refused', async () => {
  const gone: number[] = [];
  const [first, last] = [PAGE.first_candle, PAGE.last_candle];
  mountPanel(<GoToDate zone="Europe/Madrid" first={first} last={last} onGo={(atS) => gone.push(atS)} />);
  const field = await screen.findByLabelText('Ir a la fecha');
  for (const day of ['', '2017-12-31', '2019-01-01']) {
    fireEvent.change(field, { target: { value: day } });
    fireEvent.click(screen.getByRole('button', { name: 'Ir' }));
    expect(await screen.findByText('El archivo tiene velas del 1 ene 2018 al 31 dic 2018.')).toBeDefined();
  }
  fireEvent.change(field, { target: { value: '2018-07-02' } });
  fireEvent.click(screen.getByRole('button', { name: 'Ir' }));
  await waitFor(() => expect(gone).toEqual([Date.parse('2018-07-01T22:00:00Z') / 1_000]));
  expect(screen.queryByRole('alert')).toBeNull();
});
