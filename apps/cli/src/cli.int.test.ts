import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { PRESET_TYPES } from '@vigia/core/strategy-definitions';
import { sharedFile } from '@vigia/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LAUNCHER = fileURLToPath(new URL('../bin/vigia.mjs', import.meta.url));
const BUILT = fileURLToPath(new URL('../dist/vigia.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vigia-cli-'));

function run(program: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { status, stdout, stderr };
}

const vigia = (...args: readonly string[]) => run(BUILT, args);

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

/**
 * Returns the expected result of a call with wrong arguments or input: no text on stdout and one sentence on stderr.
 */
const refused = (sentence: string) => ({ status: 2, stdout: '', stderr: `vigia: ${sentence}\n` });

const HEADER = 'time,open,high,low,close';
const START = 1_700_006_400;

/** Returns 1-minute candles with a constant price, as CSV. */
const flatCandles = (count: number): string =>
  [HEADER, ...Array.from({ length: count }, (_, row) => `${START + row * 60},1,1.1,0.9,1`)].join('\n');

beforeAll(() => {
  // The first run builds the command line if its build is out of date. Later runs then print no build messages.
  if (run(LAUNCHER, ['--version']).status !== 0) throw new Error('the command line does not build');
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the command vigia', () => {
  it('prints its help in Spanish', () => {
    expect(vigia('--help').stdout).toContain('Uso: vigia <comando>');
    expect(vigia().stdout).toBe(vigia('--help').stdout);
    expect(vigia('replay', '--help').stdout).toContain('Uso: vigia replay');
    expect(vigia('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run(LAUNCHER, ['--version']).stdout).toBe(vigia('--version').stdout);
  });

  it('refuses unknown commands and options', () => {
    expect(vigia('repaly')).toMatchObject({ status: 2, stdout: '' });
    expect(vigia('repaly').stderr).toMatch(
      /^vigia: No existe el comando «repaly»; los hay: start\b.*\breplay\b.*\.\n$/,
    );
    expect(vigia('replay', 'velas.csv')).toEqual(refused('Sobra «velas.csv»: cada valor va detrás de su opción.'));
    expect(vigia('backup')).toEqual(
      refused('Falta la opción «--to» con el archivo de la copia; «vigia backup --help» explica el comando.'),
    );
    expect(vigia('restore')).toEqual(
      refused('Falta la opción «--from» (o «--check») con la copia; «vigia restore --help» explica el comando.'),
    );
    expect(vigia('replay', '--candles')).toEqual(refused('A la opción «--candles» le falta su valor.'));
    expect(vigia('replay', '--candles', '--json')).toEqual(refused('A la opción «--candles» le falta su valor.'));
    expect(vigia('replay', '--json=1', '--candles', 'x')).toEqual(refused('La opción «--json» no lleva valor.'));
    expect(vigia('replay', '--json', '--json')).toEqual(refused('La opción «--json» está repetida.'));
  });
});

describe('the command vigia correct', () => {
  const trade = '00000000-0000-4000-8000-000000000001';
  it.each([
    [[], 'Falta la opción «--trade»; «vigia correct --help» explica el comando.'],
    [['--trade', trade], 'Falta la opción «--outcome»; «vigia correct --help» explica el comando.'],
    [['--trade', trade, '--outcome', 'won'], 'Falta la opción «--reason»; «vigia correct --help» explica el comando.'],
    [
      ['--trade', 'x', '--outcome', 'won', '--reason', 'y'],
      '«x» no es el identificador de una operación (un UUID, como lo muestra su detalle).',
    ],
    [
      ['--trade', trade, '--outcome', 'active', '--reason', 'y'],
      'El resultado «active» no existe; los hay: won, lost, expired, cancelled.',
    ],
    [['--trade', trade, '--outcome', 'won', '--reason', ' '], 'El motivo debe tener entre 1 y 500 caracteres.'],
  ])('refuses the arguments %j and changes nothing', (args, sentence) => {
    expect(vigia('correct', ...args)).toEqual(refused(sentence));
  });
});

describe('the command vigia replay', () => {
  it('requires exactly one source of prices', () => {
    const sentence = 'Indica los precios con una de las dos opciones: --candles ARCHIVO o --ticks ARCHIVO.';
    expect(vigia('replay')).toEqual(refused(sentence));
    expect(vigia('replay', '--candles', 'a', '--ticks', 'b')).toEqual(refused(sentence));
  });

  it('refuses an invalid timeframe or payout', () => {
    const candles = file('ok.csv', flatCandles(10));
    expect(vigia('replay', '--candles', candles, '--timeframe', '7m')).toEqual(
      refused('La temporalidad «7m» no existe; las hay: 1m, 5m, 15m, 30m, 1h, 4h, 1d.'),
    );
    for (const payout of ['80', '8', '2.01', '0', 'mucho', '1e-1'])
      expect(vigia('replay', '--candles', candles, '--payout', payout)).toMatchObject({ status: 2, stdout: '' });
  });

  it('reports a price file that is missing, a folder, unreadable or damaged', () => {
    expect(vigia('replay', '--candles', 'nada.csv')).toEqual(refused('No existe el archivo «nada.csv».'));
    expect(vigia('replay', '--candles', '.')).toEqual(refused('«.» es una carpeta, no un archivo.'));
    const packed = gzipSync(flatCandles(500));
    expect(vigia('replay', '--candles', file('cut.csv.gz', packed.subarray(0, packed.length / 2)))).toEqual(
      refused('«cut.csv.gz» está dañado: empieza como gzip, pero no se puede descomprimir entero.'),
    );
    expect(vigia('replay', '--candles', file('noise.csv.gz', Buffer.from([200, 3, 0, 77, 255, 10, 5])))).toEqual(
      refused('«noise.csv.gz» no es un archivo gzip válido, aunque su nombre termine en .gz.'),
    );
  });

  it.skipIf(process.getuid?.() === 0)('reports a missing permission to read a file', () => {
    chmodSync(join(folder, file('closed.csv', HEADER)), 0);
    expect(vigia('replay', '--candles', 'closed.csv')).toEqual(refused('No hay permiso para leer «closed.csv».'));
  });

  it('names the line and the error of an invalid price file', () => {
    const bad = (name: string, ...rows: string[]) =>
      vigia('replay', '--candles', file(name, [HEADER, ...rows].join('\n')));
    const good = `${START},1,1.1,0.9,1`;
    expect(bad('a.csv', good, `${START + 60},1,x,0.9,1`)).toEqual(
      refused('a.csv, línea 3: «x» no es un número en la columna «high».'),
    );
    expect(bad('b.csv', good, good)).toEqual(
      refused(`b.csv, línea 3: la hora ${START} repite la de la fila de antes.`),
    );
    expect(bad('c.csv', good, `${START - 60},1,1,1,1`)).toMatchObject(
      refused(`c.csv, línea 3: la hora ${START - 60} es anterior a la de la fila de antes.`),
    );
    expect(bad('d.csv', good, `${START + 60},1,1,1,1`, `${START + 130},1,1,1,1`)).toMatchObject({
      status: 2,
      stdout: '',
    });
    expect(bad('e.csv')).toMatchObject({ status: 2, stdout: '' });
    expect(vigia('replay', '--candles', file('f.csv', ''))).toMatchObject({ status: 2, stdout: '' });
    expect(vigia('replay', '--candles', file('g.csv', 'hora;precio\n1;2'))).toMatchObject({ status: 2, stdout: '' });
  });

  it('names the invalid key of a setup file, or the line of its JSON syntax error', () => {
    const candles = file('ok.csv', flatCandles(10));
    const setup = (content: string) => vigia('replay', '--candles', candles, '--setup', file('s.json', content));
    expect(setup('{"patterns":{"zone":{"foo":1}}}')).toEqual(
      refused('s.json: «patterns.zone.foo»: Campo desconocido.'),
    );
    expect(setup('{"expiry":0,"trigger":1}')).toEqual(
      refused('s.json: «trigger»: Debe ser uno de: close, touch (y 1 fallo más).'),
    );
    expect(setup('{"patterns":{"minLength":99}}')).toMatchObject({
      stderr: expect.stringContaining('s.json: «patterns.minLength»: Debe estar entre 2 y 50'),
    });
    expect(setup('{\n  "expiry": ,\n}')).toEqual(refused('s.json, línea 2: no es JSON válido.'));
    expect(setup('{\n')).toMatchObject({ status: 2, stdout: '' });
  });

  it('refuses a setup that cannot run on the given prices', () => {
    const candles = file('ok.csv', flatCandles(10));
    const touch = file('touch.json', '{"trigger":"touch"}');
    expect(vigia('replay', '--candles', candles, '--setup', touch)).toEqual(
      refused('ok.csv: trigger «touch» necesita ticks (--ticks): unas velas no dicen qué pasó dentro de cada una.'),
    );
    const fiveMinutes = file('five.csv', [HEADER, `${START},1,1,1,1`, `${START + 300},1,1,1,1`].join('\n'));
    expect(vigia('replay', '--candles', fiveMinutes, '--setup', file('e.json', '{"expiry":7}'))).toEqual(
      refused('five.csv: una expiración de 420 s no es múltiplo del paso de sus velas, 300 s.'),
    );
    expect(vigia('replay', '--candles', fiveMinutes, '--timeframe', '1m')).toEqual(
      refused('five.csv, línea 3: las velas de 60 s no se pueden formar con velas cada 300 s.'),
    );
  });

  it('uses the timeframe of the setup unless an option names another timeframe', () => {
    const candles = file('ok.csv', flatCandles(30));
    const setup = file('s15.json', '{"timeframe":"15m"}');
    const count = (...args: string[]) =>
      JSON.parse(vigia('replay', '--candles', candles, '--json', ...args).stdout).candles;
    expect([count(), count('--setup', setup), count('--setup', setup, '--timeframe', '1m')]).toEqual([6, 2, 30]);
  });

  it('prints a summary for a price file without any signal', () => {
    const { status, stdout } = vigia('replay', '--candles', file('ok.csv.gz', gzipSync(flatCandles(10))));
    expect(status).toBe(0);
    expect(stdout).toContain('ninguna señal decidida');
  });

  const year = sharedFile('data/EURUSD_M1_2018.csv.gz');
  const golden = sharedFile('golden/eurusd-5m-default.json');

  it.skipIf(!year || !golden)('prints the signals of a year of EURUSD as JSON that equals the reference file', () => {
    const expected = JSON.parse(readFileSync(`${golden}`, 'utf8'));
    const { stdout } = vigia('replay', '--candles', `${year}`, '--timeframe', '5m', '--json');
    const report = JSON.parse(stdout);
    expect(Object.keys(report)).toEqual(['candles', 'sequences', 'zones', 'signals', 'summary']);
    expect(report.candles).toBe(expected.candles);
    expect(report.sequences).toHaveLength(expected.sequences);
    expect(report.sequences.slice(0, 20)).toMatchObject(expected.first_sequences);
    expect(report.summary).toMatchObject({ ...expected.summary, zone_states: expected.zone_states });
    const exact = ({ direction, entry_point, entry_time, expiration_time, outcome }: Record<string, unknown>) =>
      [direction, entry_point, entry_time, expiration_time, outcome].join(' ');
    expect(report.signals.map(exact)).toEqual(expected.signals.map(exact));
  });

  it.skipIf(!year)('prints a readable summary of a year of EURUSD prices', () => {
    const { stdout } = vigia('replay', '--candles', `${year}`, '--timeframe', '5m', '--payout', '0.8');
    expect(stdout).toContain('74,707');
    expect(stdout).toContain('817 (430 ganadas, 361 perdidas, 24 empates, 1 nula, 1 pendiente)');
    expect(stdout).toContain('no se distingue del equilibrio');
    expect(stdout).not.toContain('supuesto');
  });

  const ticks = sharedFile('data/EURUSD_ticks_fxcm_20140505-07.csv.gz');

  it.skipIf(!ticks)('prints entry times with milliseconds when it replays ticks', () => {
    const setup = file('t.json', '{"trigger":"touch","timeframe":"1m","patterns":{"requiredCriteria":3}}');
    const report = JSON.parse(vigia('replay', '--ticks', `${ticks}`, '--setup', setup, '--json').stdout);
    expect(report.signals.length).toBeGreaterThan(20);
    expect(report.signals.some(({ entry_time }: { entry_time: number }) => !Number.isInteger(entry_time))).toBe(true);
  });
});

describe('the command vigia backtest', () => {
  /** Closing prices of one-minute candles that produce three won signals. */
  const closes = [100, 90, 80, 100, 120, 110, 100, 90, 95, 105, 100];
  const prices = () =>
    file(
      'test.csv',
      [HEADER, ...closes.map((close, row) => `${START + row * 60},${close},${close},${close},${close}`)].join('\n'),
    );
  const parameters = JSON.stringify({ rsi_period: 2, oversold: 30, overbought: 70, duration: 1 });
  const tested = (...more: readonly string[]) =>
    vigia('backtest', '--candles', prices(), '--timeframe', '1m', '--strategy', 'rsi', '--params', parameters, ...more);

  it('reports the trades that were calculated by hand, with payout and stake', () => {
    const { status, stdout } = tested('--payout', '0.9', '--stake', '20', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      candles: 11,
      from: new Date(START * 1_000).toISOString(),
      trades: 3,
      won: 3,
      lost: 0,
      profit: 54,
      staked: 60,
      break_even: 1 / 1.9,
      verdict: 'short_sample',
      overlapping: false,
      by_weekday: [{ trades: 3, profit: 54 }],
    });
    const text = tested().stdout;
    expect(text).toMatch(/Acierto +100\.0% de 3 decididas .*muestra demasiado corta/);
    expect(text).toMatch(/Pago +80\.0% supuesto/);
    expect(text).toMatch(/Resultado +\+24\.00, \+8\.00 por operación/);
  });

  it('lists the trades in the CSV format of the API', () => {
    const [head, first, ...more] = tested('--csv').stdout.trimEnd().split('\r\n');
    const at = (row: number) => new Date((START + row * 60) * 1_000).toISOString();
    expect(head).toBe('entry_time,expiry_time,direction,entry_price,settle_price,result,payout,profit');
    expect(first).toBe(`${at(4)},${at(5)},CALL,100,120,won,0.8,8`);
    expect(more.map((line) => line.split(',').at(5))).toEqual(['won', 'won', 'pending']);
  });

  it('tests every valid combination of a sweep, and chooses the rules of each part from earlier parts', () => {
    const long = file(
      'long.csv',
      [
        HEADER,
        ...Array.from({ length: 6_000 }, (_, row) => {
          const close = (100 + 5 * Math.sin(row / 9) + 2 * Math.sin(row * 1.7)).toFixed(4);
          return `${START + row * 60},${close},${close},${close},${close}`;
        }),
      ].join('\n'),
    );
    const sweep = (...more: readonly string[]) =>
      vigia(
        'backtest',
        '--candles',
        long,
        '--timeframe',
        '1m',
        '--strategy',
        'moving_average',
        '--sweep',
        'fast=2..6/2,slow=4..6/2',
        ...more,
      );
    const report = JSON.parse(sweep('--walk-forward', '3', '--json').stdout);
    expect(report).toMatchObject({ variants: 3, left_out: 3 });
    expect(report.best.map((variant: { values: object }) => variant.values)).toHaveLength(3);
    expect(report.walk_forward).toHaveLength(2);
    const trades = report.walk_forward.map((step: { judged_on: { trades: number } }) => step.judged_on.trades);
    expect(report.judged.trades).toBe(trades[0] + trades[1]);
    expect(sweep().stdout).not.toContain('Hacia adelante');
    expect(sweep('--walk-forward', '3').stdout).toMatch(/Hacia adelante: .*\n.*\n.*\nJuzgado/);
  });

  it.each([
    [
      ['--strategy', 'rsi'],
      'Falta la opción «--candles» con el archivo de velas; «vigia backtest --help» explica el comando.',
    ],
    [['--candles', 'x', '--stake', '0'], 'El monto «0» no vale: de 0.01 a 1000000, con dos decimales como máximo.'],
    [
      ['--candles', 'x', '--sweep', 'fast'],
      'El rango «fast» no vale: se escribe nombre=desde..hasta/paso, por ejemplo fast=5..20/5.',
    ],
    [
      ['--candles', 'x', '--sweep', 'fast=1..5/0'],
      'El rango «fast=1..5/0» no vale: se escribe nombre=desde..hasta/paso, por ejemplo fast=5..20/5.',
    ],
    [['--candles', 'x', '--walk-forward', '3'], 'La opción «--walk-forward» va con --sweep RANGOS.'],
    [
      ['--candles', 'x', '--sweep', 'a=1..2', '--walk-forward', '1'],
      '«1» no vale en «--walk-forward»: un número entero de 2 a 20.',
    ],
    [['--candles', 'x', '--json', '--csv'], 'Elige una de las dos salidas: --json o --csv.'],
    [
      ['--candles', 'x', '--sweep', 'a=1..2', '--csv'],
      'Un barrido no lista operaciones: usa --json, o prueba una variante sola con --csv.',
    ],
  ])('refuses the arguments %j', (args, sentence) => {
    expect(vigia('backtest', ...args)).toEqual(refused(sentence));
  });

  it('refuses a sweep over an unknown parameter, without values, or with too many combinations', () => {
    expect(tested('--sweep', 'fast=1..2')).toEqual(refused('--sweep: las reglas no tienen ningún número «fast».'));
    expect(tested('--sweep', 'oversold=5..1')).toEqual(refused('--sweep: el rango de «oversold» está vacío.'));
    expect(tested('--sweep', 'oversold=1..20,overbought=40..90')).toEqual(
      refused('--sweep: son 1020 combinaciones y caben 500.'),
    );
    expect(tested('--sweep', 'oversold=80..90')).toEqual(refused('--sweep: ninguna combinación es válida.'));
  });
});

describe('the command vigia replay --strategy', () => {
  /** Closing prices of one-minute candles. They fall, rise above the upper RSI level and fall again. */
  const closes = [100, 90, 80, 100, 120, 110, 100, 90, 95, 105, 100];
  const prices = () =>
    file(
      'walk.csv',
      [HEADER, ...closes.map((close, row) => `${START + row * 60},${close},${close},${close},${close}`)].join('\n'),
    );
  const parameters = { rsi_period: 2, oversold: 30, overbought: 70, duration: 1 };
  const replayed = (...more: readonly string[]) =>
    vigia('replay', '--candles', prices(), '--timeframe', '1m', '--strategy', 'rsi', ...more);

  it.each(PRESET_TYPES)('replays the strategy type %s with its default parameters', (type) => {
    const { status, stdout } = vigia(
      'replay',
      '--candles',
      prices(),
      '--timeframe',
      '1m',
      '--strategy',
      type,
      '--json',
    );
    expect([status, JSON.parse(stdout).candles]).toEqual([0, 11]);
  });

  it('prints the signals that were calculated by hand, each with its outcome', () => {
    const { status, stdout } = replayed('--params', JSON.stringify(parameters), '--json');
    const report = JSON.parse(stdout);
    expect(status).toBe(0);
    expect(report).toMatchObject({ candles: 11, sequences: [], zones: [] });
    // Values of the RSI with period 2 at these closing prices: –, –, 0, 66.7, 85.7, 54.5, 37.5, 20.7, 47.7, …
    const signal = (row: number, direction: string, price: number, outcome: string, settled: number) => ({
      direction,
      entry_point: null,
      entry_time: START + (row + 1) * 60,
      entry_price: price,
      expiration_time: START + (row + 2) * 60,
      outcome,
      settle_price: settled,
    });
    expect(report.signals.slice(0, 3)).toEqual([
      signal(3, 'CALL', 100, 'won', 120),
      signal(5, 'PUT', 110, 'won', 100),
      signal(8, 'CALL', 95, 'won', 105),
    ]);
    expect(report.summary).toMatchObject({ from: START, to: START + 11 * 60, won: 3, win_rate: 1, payout: 0.8 });
    expect(report.summary).not.toHaveProperty('zones');
  });

  it('prints a readable report without the lines of a setup, with defaults for missing parameters', () => {
    const { status, stdout } = replayed();
    expect(status).toBe(0);
    expect(stdout).toContain('walk.csv, velas de 1m, estrategia rsi');
    expect(stdout).toContain('Señales');
    expect(stdout).not.toContain('Zonas');
  });

  it('replays a strategy with own rules, from the conditions that the user wrote', () => {
    const left = { of: 'rsi', period: 2 };
    const call = { conditions: [{ test: 'crosses_above', left, right: { of: 'number', value: 30 } }] };
    const right = { of: 'number', value: 70 };
    const put = { conditions: [{ test: 'crosses_below', left, right }] };
    const own = ['--strategy', 'custom', '--params', JSON.stringify({ call, put, duration: 1 })];
    const { status, stdout } = vigia('replay', '--candles', prices(), '--timeframe', '1m', ...own, '--json');
    const preset = replayed('--params', JSON.stringify(parameters), '--json');
    expect([status, JSON.parse(stdout).signals]).toEqual([0, JSON.parse(preset.stdout).signals]);
    expect(JSON.parse(stdout).signals).not.toEqual([]);
    expect(vigia('replay', '--candles', prices(), '--timeframe', '1m', '--strategy', 'custom')).toEqual(
      refused('--params: «call»: Escribe al menos una condición, para CALL o para PUT.'),
    );
  });

  it.each([
    [['--params', '{"oversold": 80}'], '--params: «oversold»: La sobreventa debe quedar por debajo de la sobrecompra.'],
    [['--params', '{"cosa": 1, "rsi_period": 0}'], '--params: «rsi_period»: Debe estar entre 2 y 500 (y 1 fallo más).'],
    [['--params', '[]'], '--params: Debe ser un objeto.'],
    [['--params', '{'], 'Lo que va detrás de «--params» no es JSON válido.'],
    [['--setup', 'x.json'], 'Indica qué probar con una de las dos opciones: --setup ARCHIVO o --strategy TIPO.'],
    [
      ['--params', '{"duration": 1}', '--payout', '9'],
      'El pago «9» no vale: es una fracción de la apuesta mayor que 0 y hasta 2 (0.8 = 80 %).',
    ],
  ])('refuses the arguments %j', (more, sentence) => {
    expect(replayed(...more)).toEqual(refused(sentence));
  });

  it('refuses an unknown strategy type, a file of ticks, and parameters without a strategy type', () => {
    expect(vigia('replay', '--candles', prices(), '--strategy', 'magia')).toEqual(
      refused(
        'La estrategia «magia» no existe; las hay: rsi, macd, bollinger, moving_average, stochastic, engulfing, custom.',
      ),
    );
    expect(vigia('replay', '--ticks', 'x', '--strategy', 'rsi')).toEqual(
      refused('Una estrategia se prueba sobre velas: usa --candles ARCHIVO.'),
    );
    expect(vigia('replay', '--candles', prices(), '--params', '{}')).toEqual(
      refused('La opción «--params» va con --strategy TIPO.'),
    );
  });
});
