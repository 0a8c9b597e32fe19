import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { AutomationGraduation, GraduationGapView } from '@vigia/contract';
import { BOT_TERMS_PHRASE, REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { gapText } from './gap-text.ts';
import { GraduationPanel } from './graduation-panel.tsx';

const ID = '018f4a6e-0000-7000-8000-000000000001';
const ROUTE = `/api/v1/strategies/${ID}/graduation`;
const VERDICT: Extract<GraduationGapView, { reason: 'verdict' }> = {
  reason: 'verdict',
  money: 'demo',
  bets: 215,
  rate: 0.62,
  break_even: 0.5405,
  evidence: 5.3,
  limit: 80,
  waits_for_result: false,
};

afterEach(cleanup);

function mount(state: Partial<AutomationGraduation>) {
  const closed = { broker: 'iqoption', account: 'demo', open: false, asks_bot_terms: false, missing: [] };
  const api = new FakeApi().on(`GET ${ROUTE}`, ok({ ...closed, ...state }));
  mountPanel(<GraduationPanel kind="strategy" id={ID} name="RSI" currency="USD" />, { api });
  return api;
}

describe('the list of what a strategy still needs for real money', () => {
  it('states each missing condition with its numbers', async () => {
    mount({
      missing: [
        VERDICT,
        { reason: 'days', passed_days: 4, needed_days: 7 },
        { reason: 'real_money', obstacle: 'daily_loss_limit_missing' },
      ],
    });
    const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(items).toEqual([
      expect.stringMatching(/215 apuestas decididas.*necesita unas \d+ operaciones más\.$/),
      'Van 4 de 7 días desde su primera operación en la demo.',
      'Falta tu límite de pérdida diaria en USD.',
    ]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('states that a broker that forbids bots never accepts automatic orders with real money', async () => {
    mount({ broker: 'quotex', missing: [{ reason: 'bots_forbidden' }] });
    expect(
      await screen.findByText('Este bróker prohíbe los bots: la automatización real queda cerrada.'),
    ).toBeDefined();
  });

  it('is replaced by a button if the gate is open, and a phrase moves the strategy to the real account', async () => {
    const api = mount({ open: true }).on(
      `PUT ${ROUTE}`,
      ok({ broker: 'iqoption', account: 'real', open: true, asks_bot_terms: false, missing: [] }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Pasar a IQ REAL' }));
    const submit = () => screen.getAllByRole('button', { name: 'Pasar a IQ REAL' }).at(-1) as HTMLButtonElement;
    expect(submit().disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: REAL_MONEY_PHRASE } });
    fireEvent.click(submit());
    await expect.poll(() => api.bodies(`PUT ${ROUTE}`)).toEqual([{ broker: 'iqoption', confirm: REAL_MONEY_PHRASE }]);
  });

  it('is replaced by a dialog that also asks about the terms, at a broker whose terms are unverified', async () => {
    const real = { broker: 'iqoption', account: 'real', open: true, asks_bot_terms: true, missing: [] };
    const api = mount({ open: true, asks_bot_terms: true }).on(`PUT ${ROUTE}`, ok(real));
    fireEvent.click(await screen.findByRole('button', { name: 'Pasar a IQ REAL' }));
    const submit = () => screen.getAllByRole('button', { name: 'Pasar a IQ REAL' }).at(-1) as HTMLButtonElement;
    const [consent, terms] = screen.getAllByRole('textbox');
    if (!consent || !terms) throw new Error('the dialog has two fields');
    expect(screen.getByText(/No pudimos comprobar si IQ Option permite los bots/)).toBeDefined();
    fireEvent.change(consent, { target: { value: REAL_MONEY_PHRASE } });
    expect(submit().disabled).toBe(true);
    fireEvent.change(terms, { target: { value: BOT_TERMS_PHRASE } });
    fireEvent.click(submit());
    const body = { broker: 'iqoption', confirm: REAL_MONEY_PHRASE, bot_terms: BOT_TERMS_PHRASE };
    await expect.poll(() => api.bodies(`PUT ${ROUTE}`)).toEqual([body]);
  });

  it('is replaced by a sentence if the server does not answer', async () => {
    const api = new FakeApi().on(`GET ${ROUTE}`, refused(503, 'service_unavailable', 'No disponible.'));
    mountPanel(<GraduationPanel kind="strategy" id={ID} name="RSI" currency="USD" />, { api });
    expect(await screen.findByText(/No pudimos consultar qué falta/)).toBeDefined();
  });
});

describe('a missing condition', () => {
  it.each<[Partial<typeof VERDICT>, RegExp]>([
    [{ bets: 0, rate: null, break_even: null, evidence: 1 }, /no operó todavía en la demo/],
    [{ rate: 0.5 }, /Con un acierto de 50\.0 % no llega\.$/],
    [{ bets: 5, rate: 1 }, /Si acierta 60\.0 %, necesita unas/],
    [{ waits_for_result: true }, /Falta el resultado de la operación abierta/],
    [{ money: 'demo_and_real' }, /^Con lo perdido en real la evidencia bajó/],
  ])('about the verdict %o has the text %s', (change, text) => {
    expect(gapText({ ...VERDICT, ...change }, 'USD').replace(/\u00a0|\u202f/g, ' ')).toMatch(text);
  });
});
