import { describe, expect, it } from 'vitest';
import { cellOf, jobOf, reportOf, SWEEP, TEST_JUDGEMENT } from '../../testing.ts';
import { reportFileOf } from './report-file.ts';

const HOSTILE = '</script><img src=x onerror=alert(1)>';

const ASKED = {
  rules: { type: 'rsi', parameters: { rsi_period: 14 } },
  ranges: null,
  data: { source: 'history', asset: 'EURUSD' },
  payout: null,
  stake: 10,
  app_version: '0.1.0',
};

const pageOf = (given: Parameters<typeof jobOf>[0]): Document =>
  new DOMParser().parseFromString(reportFileOf(jobOf(given)), 'text/html');

const rowsOf = (page: Document, section: string): string[] => {
  const found = [...page.querySelectorAll('section')].find((each) => each.querySelector('h2')?.textContent === section);
  return [...(found?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent).join(' | '),
  );
};

describe('the report of a test as a file', () => {
  it('shows win rate with count, interval, break-even and verdict, then figures, groups, trades and what was tested', () => {
    const page = pageOf({ report: reportOf(), asked: ASKED });
    expect(page.querySelector('h1')?.textContent).toBe('Informe de prueba: RSI · EURUSD · 5m');
    const text = page.body.textContent;
    expect(text).toContain('con Vigía 0.1.0');
    expect(text).toContain('Mercado simulado: aquí ningún patrón puede ganar a la larga.');
    expect(text).toMatch(
      /52\.5 % \(84 de 160\) · IC 95 % [\d.]+–[\d.]+ · equilibrio [\d.]+ % · No se distingue del equilibrio/,
    );
    expect(rowsOf(page, 'Cifras')[0]).toMatch(/^Resultado \| −\$46\.00 de \$1,600\.00 apostados$/);
    expect(rowsOf(page, 'Por hora')[0]).toMatch(/^09:00–09:59 \| 160 \| 52\.5 %/);
    expect(rowsOf(page, 'Operaciones')).toHaveLength(45);
    expect(text).toContain('Las primeras 45 de 160');
    expect(rowsOf(page, 'Qué se probó')).toEqual([
      'Reglas | {"type":"rsi","parameters":{"rsi_period":14}}',
      'Datos | {"source":"history","asset":"EURUSD"}',
      'Pago | El del activo en cada momento',
      'Monto | $10.00',
      `Prueba | ${jobOf().id}`,
    ]);
  });

  it('shows for a sweep the verdict and the result on unseen data first, and for a grid every cell with its verdict', () => {
    const swept = pageOf({ kind: 'sweep', sweep: SWEEP, judgement: TEST_JUDGEMENT });
    expect([...swept.querySelectorAll('h2')].slice(0, 2).map(({ textContent }) => textContent)).toEqual([
      'Veredicto',
      'Resultado honesto: en datos que no vio al elegir',
    ]);
    expect(swept.body.textContent).toContain('Presupuesto de estos datos: Queda 2.3 % de 5.0 %.');
    expect(rowsOf(swept, 'Tramo a tramo')[0]).toContain('rsi_period 7');
    const error = { code: 'backtest_no_data', message: 'No hay datos.' };
    const cells = [cellOf(), cellOf({ duration: 15, result: null, error })];
    const grid = pageOf({ kind: 'grid', grid: { currency: 'USD', variants: 1, compute_ms: 1, cells } });
    const [first, second] = rowsOf(grid, 'Rejilla de veredictos');
    expect(first).toMatch(/^EURUSD · 5m · 5 min \| .*No se distingue del equilibrio \| 1 de cada 21 \| \+\$435\.00$/);
    expect(second).toBe('EURUSD · 5m · 15 min | No se pudo probar. No hay datos. | — | —');
  });

  it('contains the whole test for programs, and runs no text of the test as code', () => {
    const job = jobOf({ report: reportOf({ asset: HOSTILE }), asked: { ...ASKED, rules: { name: HOSTILE } } });
    const page = new DOMParser().parseFromString(reportFileOf(job), 'text/html');
    expect(page.querySelectorAll('script')).toHaveLength(1);
    expect(page.querySelectorAll('img, link, [src], [href]')).toHaveLength(0);
    expect(JSON.parse(page.getElementById('vigia-prueba')?.textContent ?? '')).toEqual(job);
    expect(page.body.textContent).toContain(HOSTILE);
  });
});
