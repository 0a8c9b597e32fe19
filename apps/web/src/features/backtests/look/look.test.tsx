import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { BacktestJob } from '@vigia/contract';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { BacktestDialog } from '../panel/backtest-dialog.tsx';
import type { BacktestTarget } from '../target.ts';
import { jobOf, reportOf, TEST_JUDGEMENT, TEST_TARGET } from '../testing.ts';
import { LookSummary } from './look-summary.tsx';

// A report is a large page. A role query in jsdom takes seconds on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const LOOKS = 'POST /api/v1/backtests/looks';
const TESTS = 'POST /api/v1/backtests';
const FIRST = '018f4a6e-0000-7000-8000-0000000000a1';
const SECOND = '018f4a6e-0000-7000-8000-0000000000a2';
const one = (id: string) => `GET /api/v1/backtests/${id}`;
const CARD = { ...reportOf().card, verdict: null };

const looked = (given: Partial<BacktestJob> = {}): BacktestJob =>
  jobOf({
    id: FIRST,
    kind: 'look',
    subject_id: null,
    judgement: { ...TEST_JUDGEMENT, verdict: null, tries: 0, spent: 0, corrected_p_value: 0.25 },
    report: reportOf({ card: CARD }),
    ...given,
  });

let api: FakeApi;
/** Makes the fake server start this look, which is then in the given state. */
const serve = (job: BacktestJob) =>
  api
    .on(LOOKS, { status: 202, body: { success: true, data: { ...job, status: 'queued', report: null } } })
    .on(one(job.id), ok(job));

beforeEach(() => {
  drawNothing();
  api = new FakeApi().on('GET /api/v1/backtests', ok([])).on('GET /api/v1/trading/assets', ok([]));
  serve(looked());
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const targetWith = (stake: number): BacktestTarget => ({ ...TEST_TARGET, id: null, stake });

/** An editor whose button changes the stake of the rules, and whose other button makes them invalid. */
function Editor() {
  const [stake, setStake] = useState<number | null>(10);
  return (
    <>
      <LookSummary target={stake === null ? null : targetWith(stake)} />
      <button type="button" onClick={() => setStake((stake ?? 10) + 1)}>{`more`}</button>
      <button type="button" onClick={() => setStake(10)}>{`first`}</button>
      <button type="button" onClick={() => setStake(null)}>{`invalid`}</button>
    </>
  );
}

/** An editor of new rules, which the editor of the saved rules replaces. */
function Editors() {
  const [saves, setSaves] = useState<number | null>(0);
  return (
    <>
      {saves !== null && <LookSummary key={saves} target={targetWith(10)} />}
      <button type="button" onClick={() => setSaves((saves ?? 0) + 1)}>{`save`}</button>
      <button type="button" onClick={() => setSaves(null)}>{`close`}</button>
    </>
  );
}

const mount = () => mountPanel(<Editor />, { api });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const stakes = () => api.calls.filter(({ path, method }) => `${method} ${path}` === LOOKS).map(({ body }) => body);

describe('the automatic backtest (look) of the rules in an editor', () => {
  it('starts by itself, and shows count, ruler, result and luck without a verdict', async () => {
    mount();
    const strip = within(await screen.findByRole('region', { name: '¿Sirve?' }));
    expect(await strip.findByText('Resultado −$46.00 · por suerte: 1 de cada 4 · sin gastar')).toBeDefined();
    expect(strip.getByText('84 de 160')).toBeDefined();
    expect(
      strip.getByRole('img', { name: 'Acierto 52.5 %, intervalo de 44.8 % a 60.1 %, equilibrio 54.1 %' }),
    ).toBeDefined();
    expect(strip.queryByText(/equilibrio$/)).toBeNull();
    expect(api.bodies(LOOKS)).toEqual([
      { subject: TEST_TARGET.subject, data: { source: 'history', asset: 'EURUSD' }, stake: 10, currency: 'USD' },
    ]);
    expect(api.bodies(TESTS)).toEqual([]);
  });

  it('starts one look for many changes, after the last change', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    mount();
    await waitFor(() => expect(stakes()).toHaveLength(1));
    for (let change = 0; change < 5; change += 1) await press('more');
    await vi.advanceTimersByTimeAsync(400);
    expect(stakes()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(800);
    await waitFor(() => expect(stakes()).toMatchObject([{ stake: 10 }, { stake: 15 }]));
  });

  it('is not repeated if the rules return to what they were', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    mount();
    await waitFor(() => expect(stakes()).toHaveLength(1));
    await press('more');
    await press('first');
    await vi.advanceTimersByTimeAsync(1_000);
    await press('more');
    await vi.advanceTimersByTimeAsync(1_000);
    await waitFor(() => expect(stakes().at(-1)).toMatchObject({ stake: 11 }));
    expect(stakes()).toHaveLength(2);
  });

  it('is cancelled by the next change while it runs', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serve(looked({ status: 'running', progress: 0.4, report: null }));
    api.on(`POST /api/v1/backtests/${FIRST}/cancel`, ok(looked({ status: 'cancelled', report: null })));
    mount();
    expect(await screen.findByText('Mirando el historial… 40 %')).toBeDefined();
    serve(looked({ id: SECOND }));
    await press('more');
    await vi.advanceTimersByTimeAsync(1_000);
    await waitFor(() => expect(api.bodies(`POST /api/v1/backtests/${FIRST}/cancel`)).toHaveLength(1));
    expect(await screen.findByText(/por suerte: 1 de cada 4/)).toBeDefined();
  });

  it('goes on if another editor takes over its rules, and is cancelled when no editor shows it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serve(looked({ status: 'running', progress: 0.4, report: null }));
    const cancel = `POST /api/v1/backtests/${FIRST}/cancel`;
    api.on(cancel, ok(looked({ status: 'cancelled', report: null })));
    mountPanel(<Editors />, { api });
    expect(await screen.findByText('Mirando el historial… 40 %')).toBeDefined();
    await press('save');
    await press('save');
    expect(await screen.findByText('Mirando el historial… 40 %')).toBeDefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(api.bodies(cancel)).toEqual([]);
    expect(stakes()).toHaveLength(1);
    await press('close');
    await waitFor(() => expect(api.bodies(cancel)).toHaveLength(1));
  });

  it('waits for valid rules', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    mount();
    await waitFor(() => expect(stakes()).toHaveLength(1));
    await press('invalid');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(screen.getByText(/^Corrige el valor marcado/)).toBeDefined();
    await press('more');
    await vi.advanceTimersByTimeAsync(1_000);
    await waitFor(() => expect(stakes().at(-1)).toMatchObject({ stake: 11 }));
    expect(stakes()).toHaveLength(2);
  });

  it('is requested again if the user’s other tests take all places', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    api.on(LOOKS, refused(409, 'backtest_limit', 'Ya tienes 2 pruebas en curso.'));
    mount();
    await waitFor(() => expect(stakes()).toHaveLength(1));
    serve(looked());
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await screen.findByText(/por suerte: 1 de cada 4/)).toBeDefined();
  });

  it('shows why it has no result, and retries', async () => {
    api.on(LOOKS, refused(409, 'backtest_no_data', 'No hay velas guardadas de EURUSD.'));
    mount();
    expect((await screen.findByRole('alert')).textContent).toContain('No hay velas guardadas de EURUSD.');
    serve(looked());
    await press('Reintentar');
    expect(await screen.findByText(/por suerte: 1 de cada 4/)).toBeDefined();
  });

  it('states that the trades are too few instead of a probability', async () => {
    const judgement = { ...TEST_JUDGEMENT, verdict: 'short_sample', p_value: null, corrected_p_value: null } as const;
    serve(looked({ judgement }));
    mount();
    expect(await screen.findByText(/Muestra corta: 160 cerradas/)).toBeDefined();
  });
});

describe('the report of an automatic backtest (look)', () => {
  const open = () => mountPanel(<BacktestDialog target={targetWith(10)} begins="look" onClose={() => {}} />, { api });

  it('has no verdict and no form, and states what a verdict costs', async () => {
    open();
    expect(await screen.findByText('84 de 160')).toBeDefined();
    expect(screen.getByText(/^Gasta presupuesto. Queda 5.0 % de 5.0 %/)).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Veredicto' })).toBeNull();
    expect(screen.queryByLabelText('Monto por operación')).toBeNull();
    expect(api.bodies(TESTS)).toEqual([]);
  });

  it('requests a verdict only on a click, for the same rules and data', async () => {
    const judged = jobOf({ id: SECOND, report: reportOf(), judgement: TEST_JUDGEMENT });
    api.on(TESTS, { status: 202, body: { success: true, data: judged } }).on(one(SECOND), ok(judged));
    open();
    await press('Pedir veredicto');
    expect(await screen.findByRole('region', { name: 'Veredicto' })).toBeDefined();
    expect(api.bodies(TESTS)).toEqual(api.bodies(LOOKS));
  });

  it('leads to the form for other data', async () => {
    open();
    await press('Otros datos, barrido o rejilla');
    expect(await screen.findByLabelText('Monto por operación')).toBeDefined();
  });
});
