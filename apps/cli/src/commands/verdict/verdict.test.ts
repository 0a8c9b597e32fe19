import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRng } from '@vigia/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { verdict } from './verdict.ts';

const folder = mkdtempSync(join(tmpdir(), 'vigia-verdict-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FILE = join(folder, 'trades.csv');
const HEADER = 'entry_time,expiry_time,payout,outcome';
const FIRST = '1795860000,1795860300,0.85,won';
const CONTEXT = { elapsedMs: () => 0, terminal: null };

/** Runs the command on a file with these lines. */
function judged(lines: readonly string[], ...options: readonly string[]) {
  writeFileSync(FILE, lines.join('\n'));
  return verdict.run(['--trades', FILE, ...options], CONTEXT);
}

async function textOf(...call: Parameters<typeof judged>): Promise<string> {
  const result = await judged(...call);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/**
 * Returns CSV rows of non-overlapping trades. All have the given label in the column `card`, and each wins with the
 * given probability.
 */
function rows(card: string, count: number, chance: number): string[] {
  const rng = new SeededRng(7);
  return Array.from({ length: count }, (_, index) => {
    const entryS = 1_795_000_000 + 600 * index;
    return `${entryS},${entryS + 300},0.85,${rng.next() < chance ? 'won' : 'lost'},${card}`;
  });
}

describe('the command vigia verdict', () => {
  it('prints the win rate, the mean return per unit with its bounds, the capital of both bettors and the verdict', async () => {
    const text = await textOf([HEADER, FIRST, '2026-11-28T10:10:00Z,2026-11-28T10:15:00+01:00,0.9,open'].slice(0, 2));
    expect(text.split('\n')).toEqual([
      'Operaciones  1',
      'Acierto      100.0% (1 de 1)',
      'Por unidad   +85.0% de media por unidad apostada',
      expect.stringMatching(/^Media real {3}entre -\d+\.\d% y \+85\.0% \(95 %, mires cuando mires\)$/),
      expect.stringMatching(/^A favor {6}quien apostara 1 \$ a que hay ventaja tendría 1\.\d+ \$$/),
      expect.stringMatching(/^En contra {4}quien apostara 1 \$ a que no se llega al equilibrio tendría 0\.\d+ \$$/),
      'Veredicto    todavía no se puede decir; decide con 40 $',
      '',
    ]);
  });

  it('reads the columns in any order, ISO times with a zone, ties, voids and open trades', async () => {
    const lines = [
      'outcome,stake,payout,expiry_time,entry_time,note',
      'won,10,0.85,2026-11-28T10:05:00Z,2026-11-28T10:00:00Z,x',
      'tied,10,0.85,2026-11-28T11:15:00.5+01:00,2026-11-28T10:10:00Z,',
      'void,10,0.85,2026-11-28T10:25:00Z,2026-11-28T10:20:00Z,',
      'open,10,0.85,2026-11-28T10:35:00Z,2026-11-28T10:30:00Z,',
    ];
    const { cards } = JSON.parse(await textOf(lines, '--json'));
    expect(cards).toEqual([
      expect.objectContaining({ card: null, trades: 4, open: 1, won: 1, decided: 1, verdict: 'open' }),
    ]);
    expect(cards[0].mean_return).toBeCloseTo(0.85 / 3, 12);
  });

  it('finds a card with an edge, and requires more evidence when several cards are judged together', async () => {
    const lines = [`${HEADER},card`, ...rows('buena', 900, 0.64), ...rows('justa', 900, 1 / 1.85)];
    const { cards } = JSON.parse(await textOf(lines, '--json'));
    expect(cards.map(({ card, verdict: found }: { card: string; verdict: string }) => [card, found])).toEqual([
      ['buena', 'above'],
      ['justa', 'open'],
    ]);
    expect(await textOf(lines)).toContain('decide con 80 $ la primera de las 2 que ves juntas');
    // After twenty wins in a row, a bettor has 50 $. That decides a single card, but not one of two cards.
    const streak = rows('racha', 20, 1);
    const [alone] = JSON.parse(await textOf([`${HEADER},card`, ...streak], '--json')).cards;
    const [beside] = JSON.parse(await textOf([`${HEADER},card`, ...streak, ...rows('justa', 9, 0.5)], '--json')).cards;
    expect(alone.evidence).toEqual(beside.evidence);
    expect(alone.evidence.above).toBeGreaterThan(40);
    expect(alone.evidence.above).toBeLessThan(80);
    expect([alone.verdict, beside.verdict]).toEqual(['above', 'open']);
  });

  it('prints, with --every, the evidence after each settlement', async () => {
    const lines = [HEADER, FIRST, '1795860600,1795860900,0.85,lost'];
    const { every, cards } = JSON.parse(await textOf(lines, '--every', '--json'));
    expect(every.map(({ settled }: { settled: number }) => settled)).toEqual([1, 2]);
    expect(every[1].evidence).toEqual(cards[0].evidence);
    expect((await textOf(lines, '--every')).split('\n')[0]).toMatch(
      /^1: 1\.\d+ \$ \/ 0\.\d+ \$, todavía no se puede decir$/,
    );
  });

  it.each([
    [['entry_time,payout,outcome', FIRST], 'falta la columna «expiry_time».'],
    [[HEADER], 'no trae ninguna operación.'],
    [[HEADER, 'ayer,1795860300,0.85,won'], 'línea 2: «ayer» no es una hora.'],
    [[HEADER, '2026-11-28T10:00:00,1795860300,0.85,won'], '«2026-11-28T10:00:00» no es una hora.'],
    [[HEADER, FIRST, '1795860300,1795860300,0.85,won'], 'línea 3: la operación termina antes de empezar.'],
    [[HEADER, '1795860000,1795860300,85,won'], 'el pago «85» no vale.'],
    [[HEADER, '1795860000,1795860300,0.85,gané'], '«gané» no es un resultado.'],
    [[HEADER, '1795860000,1795860300,0.85'], 'tiene 3 columnas y la cabecera 4.'],
    [[`${HEADER},stake`, `${FIRST},-1`], 'el monto «-1» debe ser mayor que cero.'],
  ])('refuses the lines %j with a sentence that names the place', async (lines, sentence) => {
    const result = await judged(lines);
    expect(result).toMatchObject({ ok: false, error: { exitCode: 2, message: expect.stringContaining(sentence) } });
  });

  it('requires the name of a file', async () => {
    expect(await verdict.run([], CONTEXT)).toMatchObject({ ok: false, error: { exitCode: 2 } });
  });
});
