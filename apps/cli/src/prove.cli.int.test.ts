import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeWorlds, methodOfRules, runWorlds } from '@vigia/core/backtest';
import { parseCandleCsv } from '@vigia/core/candles';
import { minorUnits, ratio } from '@vigia/core/kernel';
import { completeRules } from '@vigia/core/strategies';
import { SeededRng } from '@vigia/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LAUNCHER = fileURLToPath(new URL('../bin/vigia.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vigia-prove-'));
const START = 1_700_006_400;

function vigia(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [LAUNCHER, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
const refused = (sentence: string) => ({ status: 2, stdout: '', stderr: `vigia: ${sentence}\n` });

/** Returns a random walk of 5-minute candles as CSV. */
function walk(length: number): string {
  const rng = new SeededRng(1);
  let points = 110_000;
  const rows = Array.from({ length }, (_, row) => {
    const open = points;
    points += Math.floor(rng.next() * 61) - 30;
    const [high, low] = [Math.max(open, points) + 5, Math.min(open, points) - 5];
    return [START + row * 300, ...[open, high, low, points].map((price) => price / 1e5)].join(',');
  });
  return ['time,open,high,low,close', ...rows].join('\n');
}

const CSV = walk(3_000);
const PARAMETERS = { rsi_period: 5, oversold: 40, overbought: 60 };
const RULES = ['--strategy', 'rsi', '--params', JSON.stringify(PARAMETERS)] as const;
const prove = (...more: readonly string[]) => vigia('prove', '--candles', 'walk.csv', ...RULES, ...more);

beforeAll(() => {
  writeFileSync(join(folder, 'walk.csv'), CSV);
  if (vigia('--version').status !== 0) throw new Error('the command line does not build');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the command vigia prove', () => {
  it('prints the same result as the core package, computed on several threads', () => {
    const { status, stdout } = prove('--payout', '0.9', '--stake', '20', '--worlds', '75', '--seed', '3', '--json');
    expect(status).toBe(0);
    const parsed = parseCandleCsv(Buffer.from(CSV));
    if (!parsed.ok) throw new Error('the candles are read');
    const subject = { kind: 'strategy', rules: completeRules('rsi', { ...PARAMETERS }), timeframe: '5m' } as const;
    const method = methodOfRules(subject, { payout: ratio(0.9), stakeMinor: minorUnits(2_000) });
    const results = runWorlds(parsed.value, 300, method, { seed: 3, from: 0, to: 76 });
    if (!results.ok) throw new Error('the worlds are run');
    const figures = judgeWorlds(results.value);
    expect(JSON.parse(stdout)).toEqual({
      worlds: 75,
      seed: 3,
      above: figures.above,
      short_samples: figures.shortSamples,
      above_share: figures.above / 75,
      above_interval: figures.aboveInterval,
      real: { verdict: figures.real.verdict, profit: figures.real.profitMinor / 100 },
      at_least_as_good: figures.atLeastAsGood,
      p_value: figures.pValue,
      profits: figures.profitsMinor.map((minor) => minor / 100),
    });
  });

  it('prints the false alarms with their exact interval and the rank of the real result, equal for an equal seed', () => {
    const first = prove('--worlds', '40');
    expect(first.status).toBe(0);
    expect(first.stdout).toMatch(
      /^En 40 mercados sin ventaja tu método dijo «por encima» \d+ ve(z|ces): el \d+\.\d% \(exacto al 95%: \d+\.\d% – \d+\.\d%\)\.$/m,
    );
    expect(first.stdout).toMatch(/^Puesto +\d+ de 40 dieron lo mismo o más: .* el \d+\.\d% de las veces$/m);
    expect(prove('--worlds', '40').stdout).toBe(first.stdout);
    expect(prove('--worlds', '40', '--seed', '2').stdout).not.toBe(first.stdout);
  });

  it('runs the whole sweep in every market, with a walk-forward of four parts unless an option names another number', () => {
    const sweep = ['--sweep', 'rsi_period=4..6', '--worlds', '20'] as const;
    expect(prove(...sweep).stdout).toContain('el barrido entero, 3 variantes, juzgado hacia adelante en 4 partes');
    expect(prove(...sweep, '--walk-forward', '2').stdout).toContain('juzgado hacia adelante en 2 partes');
    const report = JSON.parse(prove(...sweep, '--json').stdout);
    expect(new Set(report.profits).size).toBeGreaterThan(5);
  });

  it('finds that signals of built-in rules depend neither on later candles nor on the first candle of the file', () => {
    const lookAhead = JSON.parse(prove('--lookahead', '--json').stdout);
    expect(lookAhead).toMatchObject({ check: 'lookahead', passed: true, faults: [] });
    expect(lookAhead.signals).toBeGreaterThan(50);
    expect(lookAhead.cuts).toBeGreaterThan(150);
    expect(prove('--lookahead').stdout).toMatch(/^Ninguna señal depende de velas posteriores: /);
    expect(JSON.parse(prove('--starts', '--json').stdout)).toMatchObject({ passed: true, warm_up: 500 });
    expect(prove('--starts').stdout).toMatch(
      /^Las señales no dependen de dónde empiezan los datos: desde 20 comienzos /,
    );
  });

  it('fails with exit code 1 if signals still differ after the warm-up', () => {
    const { status, stdout, stderr } = prove('--starts', '--warm-up', '0');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/dependen de dónde empiezan los datos: en \d+ de 20 comienzos .*\n {2}desde el /);
    expect(JSON.parse(prove('--starts', '--warm-up', '0', '--json').stdout)).toMatchObject({ passed: false });
  });

  it.each([
    [['--worlds', '19'], '«19» no vale en «--worlds»: un número entero de 20 a 100000.'],
    [['--seed', 'x'], '«x» no vale en «--seed»: un número entero de 0 a 4294967295.'],
    [['--warm-up', '5'], 'La opción «--warm-up» va con --starts.'],
    [['--lookahead', '--starts'], 'Elige una de las dos comprobaciones: --lookahead o --starts.'],
    [
      ['--starts', '--worlds', '50'],
      'Las opciones «--worlds» y «--seed» son de los mercados sin ventaja: no van con --lookahead ni --starts.',
    ],
    [
      ['--lookahead', '--sweep', 'rsi_period=4..6'],
      'Un barrido no va con --lookahead ni --starts: comprueba las reglas una a una.',
    ],
    [['--csv'], 'No existe la opción «--csv»; «--help» muestra las que hay.'],
    [['--sweep', 'fast=4..6'], '--sweep: las reglas no tienen ningún número «fast».'],
  ])('refuses the arguments %j', (args, sentence) => {
    expect(prove(...args)).toEqual(refused(sentence));
  });

  it('refuses data that do not fit the rules, and a call without candles', () => {
    const { status, stderr } = prove('--timeframe', '1m');
    expect(status).toBe(2);
    expect(stderr).toBe('vigia: walk.csv, línea 3: las velas de 60 s no se pueden formar con velas cada 300 s.\n');
    expect(vigia('prove')).toEqual(
      refused('Falta la opción «--candles» con el archivo de velas; «vigia prove --help» explica el comando.'),
    );
    expect(vigia('prove', '--help').stdout).toContain('Uso: vigia prove');
  });
});
