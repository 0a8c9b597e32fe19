import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvField, historyFile } from './history-csv.ts';
import { NOW_MS, startHistory } from './testing.ts';

const world = await startHistory();
const { db, clock, newPerson, ended, endedMany, brokerAccount } = world;
afterAll(() => world.close());

const fileOf = (userId: string, filter = {}) => historyFile({ db, clock }, userId, filter);

async function textOf(userId: string, filter = {}): Promise<string> {
  let text = '';
  for await (const part of fileOf(userId, filter).parts) text += part;
  return text;
}
const linesOf = async (userId: string, filter = {}): Promise<string[]> =>
  (await textOf(userId, filter)).slice(1).split('\r\n').slice(0, -1);

describe('historyFile', () => {
  it('names the file after the current day', () => {
    expect(fileOf('user').name).toBe('vigia-operaciones-2026-11-21.csv');
  });

  it('writes one heading per column, and every value that is needed to recalculate each figure', async () => {
    const userId = await newPerson('America/Mexico_City');
    const id = await ended(userId, {
      entered: '2026-11-20T05:58:00.123Z',
      settled: '2026-11-20T06:03:00.250Z',
      status: 'lost',
      profitMinor: -1_005,
      stakeMinor: 1_005,
      payoutBp: 8_750,
    });
    const text = await textOf(userId);
    expect(text.startsWith('\u{feff}id,activo,dirección,monto,pago,')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    const [heading, line, ...rest] = text.slice(1, -2).split('\r\n');
    expect(rest).toEqual([]);
    const names = heading?.split(',') ?? [];
    const values = line?.split(',') ?? [];
    expect(Object.fromEntries(names.map((name, index) => [name, values[index]]))).toEqual({
      id,
      activo: 'EURUSD',
      dirección: 'CALL',
      monto: '10.05',
      pago: '0.875',
      'duración (min)': '5',
      'entrada (UTC)': '2026-11-20T05:58:00.123Z',
      'entrada (hora local)': '2026-11-19 23:58:00',
      'precio de entrada': '1.1',
      'tick de entrada (UTC)': '2026-11-20T05:57:59.723Z',
      'expiración (UTC)': '2026-11-20T06:03:00.123Z',
      'liquidación (UTC)': '2026-11-20T06:03:00.250Z',
      'liquidación (hora local)': '2026-11-20 00:03:00',
      'zona horaria': 'America/Mexico_City',
      'precio de liquidación': '1.2',
      'tick de liquidación (UTC)': '2026-11-20T06:02:59.350Z',
      'fuente del precio': 'simulated',
      resultado: 'perdida',
      ganancia: '-10.05',
      bróker: 'mock',
      cuenta: 'mock',
      moneda: 'USD',
      modo: 'mock',
      origen: 'manual',
      ejecución: 'confirmed',
      motivo: '',
      'corregida (UTC)': '',
      'duración (s)': '',
      'duración (ticks)': '',
    });
    expect(values).toHaveLength(names.length);
  });

  it('leaves a field empty if the broker never reported its value', async () => {
    const userId = await newPerson();
    const key = { broker: 'deriv', kind: 'demo', currency: 'USD', brokerAccount: 'VR1' } as const;
    const id = await ended(userId, { account: await brokerAccount(userId, key), payoutBp: null });
    const columns = (await linesOf(userId)).map((line) => line.split(','));
    const payout = columns[0]?.indexOf('pago') ?? -1;
    expect(columns[1]?.slice(0, payout + 1)).toEqual([id, 'EURUSD', 'CALL', '10.00', '']);
  });

  it('writes amounts with the decimals of the account’s currency, and states the currency', async () => {
    const userId = await newPerson();
    for (const currency of ['CLP', 'BTC'] as const) {
      const key = { broker: 'deriv', kind: 'demo', currency, brokerAccount: `of ${currency}` } as const;
      await ended(userId, { account: await brokerAccount(userId, key), stakeMinor: 1_050, profitMinor: 893 });
    }
    const [heading = '', ...lines] = await linesOf(userId);
    const names = heading.split(',');
    const shown = lines.map((line) =>
      ['monto', 'ganancia', 'moneda'].map((name) => line.split(',')[names.indexOf(name)]),
    );
    expect(new Set(shown.map((cells) => cells.join(' ')))).toEqual(
      new Set(['1050 893 CLP', '0.00001050 0.00000893 BTC']),
    );
  });

  it('writes only the heading if no trade has ended', async () => {
    expect(await linesOf(await newPerson())).toHaveLength(1);
  });

  it('writes the user’s own trades that match the filter, oldest first', async () => {
    const [userId, stranger] = [await newPerson(), await newPerson()];
    await ended(stranger, { symbol: 'BTCUSD' });
    await ended(userId, { symbol: 'EURUSD' });
    const late = await ended(userId, { symbol: 'BTCUSD', settled: '2026-11-20T12:00:00.000Z' });
    const early = await ended(userId, { symbol: 'BTCUSD', settled: '2026-11-20T11:00:00.000Z' });
    const lines = await linesOf(userId, { symbol: 'BTCUSD' });
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([early, late]);
  });

  it('leaves out trades that end after the start of the download', async () => {
    const userId = await newPerson();
    await ended(userId, { settled: new Date(NOW_MS - 1).toISOString() });
    await ended(userId, { settled: new Date(NOW_MS).toISOString() });
    expect(await linesOf(userId)).toHaveLength(2);
  });

  it('writes local time and UTC for trades in both passes of the repeated hour at the end of summer time', async () => {
    const userId = await newPerson('Europe/Madrid');
    await ended(userId, { entered: '2026-10-25T00:30:00.000Z', settled: '2026-10-25T00:59:00.000Z' });
    await ended(userId, { entered: '2026-10-25T01:30:00.000Z', settled: '2026-10-25T01:59:00.000Z' });
    const entries = (await linesOf(userId)).slice(1).map((line) => line.split(',').slice(6, 8));
    expect(entries).toEqual([
      ['2026-10-25T00:30:00.000Z', '2026-10-25 02:30:00'],
      ['2026-10-25T01:30:00.000Z', '2026-10-25 02:30:00'],
    ]);
  });
});

describe('a text field of the file', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['two\nlines', '"two\nlines"'],
    ['EURUSD', 'EURUSD'],
    [null, ''],
  ])('with the content %j is one field that no spreadsheet runs as a formula', (text, written) => {
    expect(csvField(text)).toBe(written);
  });

  it('is escaped in a file generated from the database', async () => {
    const userId = await newPerson();
    await ended(userId, { status: 'cancelled', reason: '=cmd|"/c calc",A1' });
    expect((await linesOf(userId))[1]).toContain(
      ',anulada,0.00,mock,mock,USD,mock,manual,confirmed,"\'=cmd|""/c calc"",A1",',
    );
  });
});

describe('historyFile with 100,000 trades', () => {
  let userId: string;
  beforeAll(async () => {
    userId = await newPerson();
    await endedMany(userId, 100_000);
  });

  it('generates the whole file while it holds only a few pages in memory', { timeout: 60_000 }, async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const held = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = held();
    let [bytes, lines, most, parts] = [0, 0, 0, 0];
    for await (const part of fileOf(userId).parts) {
      bytes += part.length;
      lines += part.split('\r\n').length - 1;
      if (parts++ % 20 === 0) most = Math.max(most, held() - before);
    }
    expect(lines).toBe(100_001);
    expect(bytes).toBeGreaterThan(20_000_000);
    expect(most).toBeLessThan(4_000_000);
  });

  it('reads one page for the first part, and stops reading when the file is closed', async () => {
    let pages = 0;
    const counting = new Proxy(db.sql, {
      apply(sql, self, args: unknown[]) {
        if (String(args[0]).includes('AS settled_local')) pages += 1;
        return Reflect.apply(sql, self, args);
      },
    });
    const { parts } = historyFile({ db: { ...db, sql: counting }, clock }, userId, {});
    await parts.next();
    expect(pages).toBe(1);
    await parts.next();
    await parts.return(undefined);
    expect(pages).toBe(2);
  });
});
