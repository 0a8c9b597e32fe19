import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { BacktestJob } from '@vigia/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { jobOf, reportOf, SWEEP, TEST_JUDGEMENT, TEST_TARGET } from '../testing.ts';
import { BacktestPanel } from './backtest-panel.tsx';

// A report is a large page. A role query in jsdom takes seconds on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const JOBS = 'GET /api/v1/backtests';
const START = `POST /api/v1/strategies/${TEST_TARGET.id}/backtest`;
const SWEEPS = 'POST /api/v1/backtests/sweeps';
const ASSETS = 'GET /api/v1/trading/assets';

const one = (id: string) => `GET /api/v1/backtests/${id}`;

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi().on(JOBS, ok([])).on(ASSETS, ok([]));
});
afterEach(() => {
  cleanup();
});

const mount = () => mountPanel(<BacktestPanel target={TEST_TARGET} />, { api });
const run = async () => fireEvent.click(await screen.findByRole('button', { name: 'Probar en histórico' }));

/** Makes the fake server return this backtest. */
const knows = (job: BacktestJob) => api.on(one(job.id), ok(job));

describe('the backtest panel', () => {
  it('starts a backtest on the stored history and shows progress and report', async () => {
    api.on(START, { status: 202, body: { success: true, data: jobOf({ status: 'queued', progress: 0 }) } });
    knows(jobOf({ status: 'running', progress: 0.42 }));
    mount();
    await run();
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42'));
    expect(api.bodies(START)).toEqual([{ data: { source: 'history', asset: 'EURUSD' }, stake: 10, currency: 'USD' }]);
    knows(jobOf({ report: reportOf(), judgement: TEST_JUDGEMENT }));
    expect(await screen.findByText('84 de 160')).toBeDefined();
    expect(screen.getByText('Queda 2.3 % de 5.0 %')).toBeDefined();
    expect(screen.getByText(/llevas 2\. Lo gastado no vuelve/)).toBeDefined();
    expect(screen.getByText('No se distingue del equilibrio')).toBeDefined();
    expect(screen.getByText(/más de la mitad de las reglas sin ninguna ventaja/)).toBeDefined();
    expect(screen.getByText('mercado simulado: aquí ningún patrón puede ganar a la larga')).toBeDefined();
    expect(screen.getByText(/en 9 de cada 10 la caída máxima queda entre \$61\.00 y \$187\.00/)).toBeDefined();
  });

  it('shows a running or finished backtest again after a reload', async () => {
    const running = jobOf({ id: '018f4a6e-0000-7000-8000-0000000000bb', status: 'running', progress: 0.1 });
    const other = jobOf({ id: '018f4a6e-0000-7000-8000-0000000000cc', subject_id: running.id });
    api.on(JOBS, ok([other, running, jobOf()]));
    knows(running);
    knows(jobOf({ report: reportOf() }));
    mount();
    expect(await screen.findByRole('progressbar')).toBeDefined();
    const earlier = within(screen.getByRole('region', { name: 'Pruebas anteriores' }));
    expect(earlier.getAllByRole('listitem')).toHaveLength(2);
    fireEvent.click(earlier.getByRole('button', { name: /^Ver/ }));
    expect(await screen.findByText('84 de 160')).toBeDefined();
  });

  it('can cancel a running backtest', async () => {
    const running = jobOf({ status: 'running', progress: 0.1 });
    api.on(JOBS, ok([running])).on(`POST /api/v1/backtests/${running.id}/cancel`, () => {
      const ended = jobOf({ status: 'cancelled' });
      knows(ended);
      return ok(ended);
    });
    knows(running);
    mount();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancelar' }));
    expect(await screen.findByText(/Prueba cancelada/)).toBeDefined();
  });

  it('shows the error message of the server, and sends no request with invalid fields', async () => {
    api.on(START, refused(409, 'backtest_limit', 'Ya tienes 3 pruebas en curso.'));
    mount();
    fireEvent.change(await screen.findByLabelText('Monto por operación'), { target: { value: '10.005' } });
    await run();
    expect(screen.getByText(/con 2 decimales como máximo/)).toBeDefined();
    expect(api.bodies(START)).toEqual([]);
    fireEvent.change(screen.getByLabelText('Monto por operación'), { target: { value: '10' } });
    await run();
    expect(await screen.findByText(/Ya tienes 3 pruebas en curso/)).toBeDefined();
  });

  it('shows the reason of a failed backtest', async () => {
    const failed = jobOf({ status: 'failed', error: { code: 'backtest_failed', message: 'La prueba falló.' } });
    api.on(JOBS, ok([failed]));
    knows(failed);
    mount();
    expect(await screen.findByText('La prueba falló.')).toBeDefined();
  });
});

describe('the report of a backtest', () => {
  const mountReport = async () => {
    api.on(JOBS, ok([jobOf()]));
    knows(jobOf({ report: reportOf({ overlapping: true }) }));
    mount();
    await screen.findByText('84 de 160');
  };

  it('warns that overlapping trades make the confidence interval too narrow', async () => {
    await mountReport();
    expect(screen.getByText(/se solapan en el tiempo/)).toBeDefined();
  });

  it('lists its trades page by page, and offers a file with all trades', async () => {
    await mountReport();
    const rows = () => within(screen.getByRole('table', { name: 'Operaciones' })).getAllByRole('row').length - 1;
    expect(rows()).toBe(20);
    fireEvent.click(screen.getByRole('button', { name: 'Siguientes' }));
    fireEvent.click(screen.getByRole('button', { name: 'Siguientes' }));
    expect(rows()).toBe(5);
    expect(screen.getByText('41–45 de 45')).toBeDefined();
    expect(screen.getByText(/primeras 45 de 160/)).toBeDefined();
  });
});

describe('the form of a parameter sweep', () => {
  it('shows the number of variants of the typed ranges, and requests a sweep with these ranges', async () => {
    const job = jobOf({
      kind: 'sweep',
      subject_id: null,
      sweep: SWEEP,
      judgement: { ...TEST_JUDGEMENT, verdict: 'above', p_value: 0.004, corrected_p_value: 0.02 },
    });
    api.on(SWEEPS, { status: 202, body: { success: true, data: job } });
    knows(job);
    mount();
    fireEvent.click(await screen.findByText('Barrido de parámetros'));
    fireEvent.click(screen.getByLabelText('Variar Período'));
    for (const [part, value] of [
      ['Desde', '7'],
      ['Hasta', '21'],
      ['Paso', '7'],
    ]) {
      fireEvent.change(screen.getByLabelText(`Período: ${part}`), { target: { value } });
    }
    fireEvent.click(screen.getByText('Probar 3 variantes'));
    await waitFor(() =>
      expect(api.bodies(SWEEPS)).toMatchObject([
        { ranges: [{ path: 'rsi_period', from: 7, to: 21, step: 7 }], folds: 4 },
      ]),
    );
    const honest = await screen.findByText('Resultado honesto: en datos que no vio al elegir');
    const lucky = screen.getByText('Las mejores sobre los mismos datos');
    expect(honest.compareDocumentPosition(lucky) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByText('Elegidas después de ver el resultado')).toBeDefined();
    expect(screen.getByText(/Por eso no llevan veredicto/)).toBeDefined();
    const best = within(screen.getByRole('table', { name: 'Las mejores sobre los mismos datos' }));
    expect(best.queryByText(/equilibrio$/)).toBeNull();
    const verdict = within(screen.getByRole('region', { name: 'Veredicto' }));
    expect(verdict.getByText('Por encima del equilibrio')).toBeDefined();
    expect(verdict.getByText('La que más pesa: Período 7.')).toBeDefined();
  });
});
