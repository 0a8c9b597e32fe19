import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { BacktestJob } from '@vigia/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { JobView } from '../panel/job-view.tsx';
import { jobOf, PROOF, reportOf, SWEEP } from '../testing.ts';
import { ProofResult } from './proof-result.tsx';

vi.setConfig({ testTimeout: 20_000 });

const TEST = jobOf({ report: reportOf() });
const PROOF_ID = '018f4a6e-0000-7000-8000-0000000000ee';
const START = `POST /api/v1/backtests/${TEST.id}/proofs`;

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi().on('GET /api/v1/backtests', ok([]));
});
afterEach(() => {
  cleanup();
});

const knows = (job: BacktestJob) => api.on(`GET /api/v1/backtests/${job.id}`, ok(job));
const proofOf = (given: Partial<BacktestJob>) => jobOf({ id: PROOF_ID, kind: 'proof', subject_id: null, ...given });
const shows = (test: BacktestJob) => {
  knows(test);
  mountPanel(<JobView id={test.id} sweepable={[]} onShow={() => {}} />, { api });
};
const section = async () => within(await screen.findByRole('region', { name: 'Ponlo a prueba' }));
const press = async () => fireEvent.click((await section()).getByRole('button', { name: 'Ponlo a prueba' }));

describe('the button «Ponlo a prueba»', () => {
  it('starts the proof of a finished test, and shows its progress and its result', async () => {
    api.on(START, { status: 202, body: { success: true, data: proofOf({ status: 'queued', progress: 0 }) } });
    knows(proofOf({ status: 'running', progress: 0.3 }));
    shows(TEST);
    await press();
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30'));
    knows(proofOf({ proof: PROOF }));
    const result = await section();
    expect(await result.findByText('En 500 mercados sin ventaja tu método dijo «por encima» 3 veces.')).toBeDefined();
    expect(api.bodies(START)).toHaveLength(1);
  });

  it('is absent if the test has a proof', async () => {
    knows(proofOf({ proof: PROOF }));
    shows({ ...TEST, proof_id: PROOF_ID });
    expect(await (await section()).findByText(/dijo «por encima» 3 veces/)).toBeDefined();
    expect((await section()).queryByRole('button')).toBeNull();
  });

  it('starts again after a cancellation', async () => {
    knows(proofOf({ status: 'cancelled' }));
    shows({ ...TEST, proof_id: PROOF_ID });
    expect(await (await section()).findByText('La cancelaste antes de que terminara.')).toBeDefined();
    const again = proofOf({ id: '018f4a6e-0000-7000-8000-0000000000ff', proof: { ...PROOF, above: 1 } });
    knows(again);
    api.on(START, { status: 202, body: { success: true, data: again } });
    await press();
    expect(await (await section()).findByText(/dijo «por encima» 1 vez\./)).toBeDefined();
  });

  it('shows why a proof was refused', async () => {
    api.on(START, refused(409, 'backtest_limit', 'Ya tienes 2 pruebas en curso.'));
    shows(TEST);
    await press();
    expect((await (await section()).findByRole('alert')).textContent).toBe('No empezó. Ya tienes 2 pruebas en curso.');
  });

  it('states for a sweep that the whole sweep is repeated, and is hidden for a grid', async () => {
    shows(jobOf({ kind: 'sweep', sweep: SWEEP }));
    expect((await section()).getByText(/Repite el barrido entero/)).toBeDefined();
    cleanup();
    shows(jobOf({ kind: 'grid', grid: { currency: 'USD', variants: 0, cells: [], compute_ms: 1 } }));
    expect(await screen.findByRole('button', { name: /Descargar informe/ })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Ponlo a prueba' })).toBeNull();
  });
});

describe('the result of a proof', () => {
  it('states in how many markets the trades were too few for a verdict', async () => {
    mountPanel(<ProofResult proof={{ ...PROOF, above: 0, short_samples: 480 }} />, { api });
    expect(await screen.findByText(/^En 480 de ellos hubo muy pocas operaciones para decir algo/)).toBeDefined();
  });

  it('shows the false alarms with their exact interval, and the real result with its rank', async () => {
    mountPanel(<ProofResult proof={PROOF} />, { api });
    expect(await screen.findByText(/Es el 0\.6 ?% de los mercados; .* entre el 0\.1 ?% y el 1\.7 ?%/)).toBeDefined();
    expect(screen.queryByText(/muy pocas operaciones/)).toBeNull();
    expect(screen.getByText('No se distingue del equilibrio')).toBeDefined();
    expect(
      screen.getByText(
        '31 de 500 mercados sin ventaja dieron lo mismo o más: sin ventaja, 1 de cada 16 quedaría así de bien.',
      ),
    ).toBeDefined();
    expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(
      /^Resultado en 500 mercados sin ventaja: de -?−?\$300\.00 a \$39\.00, .* En tu mercado, -?−?\$46\.00\.$/,
    );
  });

  it('states that no market without an edge had an equally good result', async () => {
    mountPanel(<ProofResult proof={{ ...PROOF, at_least_as_good: 0, p_value: 1 / 501 }} />, { api });
    expect(
      await screen.findByText(/^Ninguno de los 500 mercados sin ventaja dio tanto: .* 1 de cada 501 /),
    ).toBeDefined();
  });
});
