import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { PriceFile } from '@vigia/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { fileOf } from '../testing.ts';
import { FileField } from './file-field.tsx';

// The list of all time zones is long. A role query in jsdom takes seconds on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const LIST = 'GET /api/v1/price-files';
const UPLOAD = 'POST /api/v1/price-files';
const WAITING = fileOf();
const KEPT = fileOf({ status: 'kept', time_zone: 'America/New_York' });
const CONFIRM = `POST /api/v1/price-files/${WAITING.id}/confirm`;
const REMOVE = `DELETE /api/v1/price-files/${WAITING.id}`;

let api: FakeApi;
let chosen: (PriceFile | null)[];
beforeEach(() => {
  api = new FakeApi().on(LIST, ok([]));
  chosen = [];
});
afterEach(() => {
  cleanup();
});

const mount = (file: PriceFile | null = null) =>
  mountPanel(<FileField asset="EURUSD" file={file} fault={undefined} onChoose={(next) => chosen.push(next)} />, {
    api,
  });
const DROPPED = new File(['time,open,high,low,close\n'], 'velas.csv', { type: 'text/csv' });
const drop = async () =>
  fireEvent.drop(await screen.findByRole('group', { name: 'Archivo de precios' }), {
    dataTransfer: { files: [DROPPED] },
  });
const receives = (file: PriceFile) => {
  api.on(UPLOAD, () => {
    api.on(LIST, ok([file]));
    return { status: 201, body: { success: true, data: file } };
  });
};
const zone = () => screen.findByLabelText('Zona horaria de las velas');
const confirmButton = () => screen.getByRole('button', { name: 'Confirmar y guardar' });

describe('a dropped price file', () => {
  it('shows the detected format and time zone, and is selected only after the user confirms it', async () => {
    receives(WAITING);
    api.on(CONFIRM, ok(KEPT));
    mount();
    fireEvent.change(await screen.findByLabelText('Símbolo'), { target: { value: 'xauusd' } });
    await drop();
    expect(await screen.findByText(/HistData · separado por punto y coma · punto decimal/)).toBeDefined();
    expect(screen.getByText(/parecen estar en hora de Nueva York: 49 de 51/)).toBeDefined();
    expect(
      within(screen.getByRole('table', { name: 'Primeras filas' })).getByText('2018-01-01 17:00:00'),
    ).toBeDefined();
    expect(api.calls.find(({ method }) => method === 'POST')?.query).toBe('?symbol=XAUUSD&name=velas.csv');
    expect(await zone()).toHaveProperty('value', 'America/New_York');
    expect(chosen.filter((file) => file !== null)).toEqual([]);
    fireEvent.click(confirmButton());
    await waitFor(() => expect(chosen.at(-1)).toMatchObject({ status: 'kept' }));
    expect(api.bodies(CONFIRM)).toEqual([{ time_zone: 'America/New_York' }]);
  });

  it.each([
    ['nothing is found', { finding: { kind: 'no_gaps', zones: [], gaps: 0, matched: 0 } }, /no tienen pausas/],
    [
      'the gaps fit no zone',
      { finding: { kind: 'unclear', zones: [], gaps: 9, matched: 0 } },
      /no coinciden con ningún/,
    ],
    [
      'it names UTC and its gaps another zone',
      { recognised: WAITING.recognised && { ...WAITING.recognised, states_zone: true } },
      /El archivo dice que está en UTC/,
    ],
  ] as const)('proposes no time zone if %s', async (_, given, text) => {
    const finding = 'finding' in given ? { ...given.finding, zones: [...given.finding.zones] } : WAITING.finding;
    receives(fileOf({ ...given, finding }));
    mount();
    await drop();
    expect(await screen.findByText(text)).toBeDefined();
    expect(await zone()).toHaveProperty('value', '');
    expect(confirmButton()).toHaveProperty('disabled', true);
    fireEvent.change(await zone(), { target: { value: 'Europe/Madrid' } });
    expect(confirmButton()).toHaveProperty('disabled', false);
  });

  it('is parsed again with the month first if its dates do not show the order of day and month', async () => {
    receives(fileOf({ recognised: WAITING.recognised && { ...WAITING.recognised, is_date_order_assumed: true } }));
    api.on(REMOVE, ok({ deleted: true }));
    mount();
    await drop();
    expect(await screen.findByText(/Ninguna fila aclara/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Leer como mes/día' }));
    await waitFor(() =>
      expect(api.calls.filter(({ method }) => method === 'POST').at(-1)?.query).toContain('dates=month_first'),
    );
  });

  it('is not uploaded if the symbol is invalid', async () => {
    mount();
    fireEvent.change(await screen.findByLabelText('Símbolo'), { target: { value: 'é' } });
    await drop();
    expect(await screen.findByText(/De 2 a 20 letras/)).toBeDefined();
    expect(api.bodies(UPLOAD)).toEqual([]);
  });

  it('shows the line that cannot be parsed, and why a time zone is not possible', async () => {
    api.on(
      UPLOAD,
      refused(422, 'backtest_csv_invalid', 'El archivo no se puede leer: línea 3, falta el valor de «low».'),
    );
    mount();
    await drop();
    expect(await screen.findByText(/línea 3, falta el valor de «low»/)).toBeDefined();
    receives(WAITING);
    api.on(CONFIRM, refused(422, 'price_file_zone_unfit', 'Esa zona horaria no puede ser la del archivo.'));
    await drop();
    await zone();
    fireEvent.click(confirmButton());
    expect(await screen.findByText(/no puede ser la del archivo/)).toBeDefined();
  });

  it('shows the progress of the parsing', async () => {
    const receiving = fileOf({ status: 'receiving', received_bytes: 5_000_000, total_bytes: 20_000_000 });
    api.on(UPLOAD, () => {
      api.on(LIST, ok([receiving]));
      return new Promise(() => undefined);
    });
    mount();
    await drop();
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25'));
  });
});

describe('the saved price files', () => {
  it('can be selected from a list and deleted', async () => {
    api.on(LIST, ok([KEPT])).on(REMOVE, ok({ deleted: true }));
    mount();
    fireEvent.change(await screen.findByLabelText('Guardados'), { target: { value: KEPT.id } });
    expect(chosen.at(-1)).toMatchObject({ id: KEPT.id });
    cleanup();
    mount(KEPT);
    expect(await screen.findByText(/371,938 velas de 1 min, en hora de Nueva York/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Ver en el gráfico' }));
    const dialog = await screen.findByRole('dialog', { name: 'EURUSD · EURUSD.csv' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
    fireEvent.click(screen.getByRole('button', { name: 'Borrar archivo' }));
    await waitFor(() => expect(chosen.at(-1)).toBeNull());
    expect(api.bodies(REMOVE)).toHaveLength(1);
  });
});
