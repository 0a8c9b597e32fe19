import type { ExaminedFile } from '@vigia/server';
import { describe, expect, it } from 'vitest';
import type { Terminal } from '#terminal.ts';
import { chooseZone } from './choose-zone.ts';
import { readOptions } from './options.ts';

const examined = (statesZone: boolean, finding: ExaminedFile['finding']): ExaminedFile => ({
  dialect: {
    format: 'histdata',
    separator: 'semicolon',
    decimalMark: 'point',
    hasHeader: false,
    timeForm: 'compact',
    hasMilliseconds: false,
    statesZone,
    isDateOrderAssumed: false,
    roles: [],
  },
  facts: { candles: 2, firstTime: 0, lastTime: 60, stepSeconds: 60, misalignedLine: null, gaps: [] },
  finding,
});
const NEW_YORK = { kind: 'found', zones: ['America/New_York', 'Etc/GMT+5'], gaps: 51, matched: 49 } as const;
const IN_UTC = { kind: 'found', zones: ['UTC'], gaps: 51, matched: 49 } as const;
const NOTHING = { kind: 'no_gaps' } as const;

/** Simulates a user who gives this answer to each question; `said` contains the texts that the command printed. */
function userWho(answer: string) {
  const said: string[] = [];
  const terminal: Terminal = {
    say: (line) => void said.push(line),
    ask: async (question) => {
      said.push(question);
      return answer;
    },
    askHidden: async () => '',
  };
  return { terminal, said };
}

describe('the time zone of an imported file', () => {
  it('is shown to the user, who confirms it or names another time zone', async () => {
    const { terminal, said } = userWho('');
    expect(await chooseZone(examined(false, NEW_YORK), null, terminal)).toEqual({
      ok: true,
      value: 'America/New_York',
    });
    expect(said[0]).toContain('HistData, separado por punto y coma');
    expect(said[0]).toContain('parecen estar en hora de America/New_York: 49 de 51');
    expect(said[1]).toBe('Zona horaria de las velas [America/New_York]: ');
    const other = userWho(' Europe/Madrid ').terminal;
    expect(await chooseZone(examined(false, NEW_YORK), null, other)).toEqual({ ok: true, value: 'Europe/Madrid' });
  });

  it('is not guessed if neither the gaps between the candles nor the user determine it', async () => {
    expect(await chooseZone(examined(false, NOTHING), null, userWho('').terminal)).toMatchObject({
      error: { exitCode: 2, message: expect.stringContaining('--time-zone') },
    });
  });

  it.each([
    ['a file whose zone was found', examined(false, NEW_YORK)],
    ['a file that names UTC while its gaps contradict it', examined(true, NEW_YORK)],
    ['a file that says nothing', examined(false, NOTHING)],
  ])('must be given as an option for %s if there is no terminal to ask on', async (_, file) => {
    expect(await chooseZone(file, null, null)).toMatchObject({
      error: { exitCode: 2, message: expect.stringContaining('Confirma la zona con --time-zone.') },
    });
    expect(await chooseZone(file, 'Asia/Tokyo', null)).toEqual({ ok: true, value: 'Asia/Tokyo' });
  });

  it('is not requested while the order of day and month in the dates is ambiguous', async () => {
    const file = examined(false, NEW_YORK);
    const unclear = { ...file, dialect: { ...file.dialect, isDateOrderAssumed: true } };
    expect(await chooseZone(unclear, 'UTC', userWho('').terminal)).toMatchObject({
      error: { exitCode: 2, message: expect.stringContaining('--dates') },
    });
  });

  it.each([
    ['agree', IN_UTC],
    ['say nothing', NOTHING],
  ])('is UTC without a terminal if the file names UTC and its gaps %s', async (_, finding) => {
    expect(await chooseZone(examined(true, finding), null, null)).toEqual({ ok: true, value: 'UTC' });
  });
});

describe('the arguments of vigia import', () => {
  it('are a symbol, a file, a time zone and the order of day and month', () => {
    expect(readOptions(['--symbol', 'XAU', 'a.csv', '--time-zone', 'UTC', '--dates', 'month_first'])).toEqual({
      ok: true,
      value: { symbol: 'XAU', file: 'a.csv', timeZone: 'UTC', dateOrder: 'month_first' },
    });
  });

  it.each([
    [['a.csv']],
    [['--symbol', 'XAU']],
    [['--symbol', 'XAU', 'a.csv', 'b.csv']],
    [['--symbol', 'XAU', 'a.csv', '--dates', 'dmy']],
    [['--symbol', 'XAU', 'a.csv', '--timeframe', '5m']],
  ])('are refused: %j', (args) => {
    expect(readOptions(args)).toMatchObject({ ok: false, error: { exitCode: 2 } });
  });
});
