import { describe, expect, it } from 'vitest';
import { epochMs } from '#kernel/index.ts';
import { isOwnSymbol, readMessage } from './message.ts';
import { timingFault } from './timing.ts';

const JSON_FORMAT = { kind: 'json' } as const;
const byPattern = (pattern: string) => ({ kind: 'pattern', pattern }) as const;

describe('a JSON message', () => {
  it('is read with all its fields, also with the numbers of TradingView', () => {
    const text = '{"symbol":"FX:EURUSD","direction":"buy","id":7,"time":"2026-11-18T13:00:00Z"}';
    expect(readMessage(JSON_FORMAT, text)).toEqual({
      ok: true,
      value: { direction: 'CALL', symbol: 'FX:EURUSD', id: '7', statedMs: Date.parse('2026-11-18T13:00:00Z') },
    });
  });

  it('needs only a direction', () => {
    const value = { direction: 'PUT', symbol: null, id: null, statedMs: null };
    expect(readMessage(JSON_FORMAT, '{"direction":"Short","id":""}')).toEqual({ ok: true, value });
  });

  it.each([
    ['   ', { kind: 'empty' }],
    ['{"direction":', { kind: 'json' }],
    ['["call"]', { kind: 'object' }],
    ['null', { kind: 'object' }],
    ['"call"', { kind: 'object' }],
    ['7', { kind: 'object' }],
    ['{"symbol":"EURUSD"}', { kind: 'missing' }],
    ['{"direction":"call","stake":1000}', { kind: 'field', field: 'stake' }],
    ['{"direction":"call","__proto__":"x"}', { kind: 'field', field: '__proto__' }],
    ['{"direction":["call"]}', { kind: 'type', field: 'direction' }],
    ['{"direction":"call","symbol":null}', { kind: 'type', field: 'symbol' }],
    [`{"direction":"call","id":"${'x'.repeat(101)}"}`, { kind: 'type', field: 'id' }],
    ['{"direction":"call","id":"a\\u0000b"}', { kind: 'type', field: 'id' }],
    ['{"direction":"call","id":"\\ud800"}', { kind: 'type', field: 'id' }],
    ['{"direction":"call","a\\u0000b":1}', { kind: 'field', field: 'a\u{fffd}b' }],
    ['{"direction":"flat"}', { kind: 'direction', word: 'flat' }],
    ['{"direction":"call","time":"ayer"}', { kind: 'time', word: 'ayer' }],
    ['{"direction":"call","time":"2026-11-18T13:00:00"}', { kind: 'time', word: '2026-11-18T13:00:00' }],
    ['{"direction":"call","time":"2026-99-18T13:00:00Z"}', { kind: 'time', word: '2026-99-18T13:00:00Z' }],
  ])('%s is refused with its fault', (text, error) => {
    expect(readMessage(JSON_FORMAT, text)).toEqual({ ok: false, error });
  });

  it.each([
    ['1763470800', 1_763_470_800_000],
    ['1763470800123', 1_763_470_800_123],
    ['2026-11-18T13:00:00.5+01:00', Date.parse('2026-11-18T12:00:00.500Z')],
  ])('may state its time as %s', (time, expected) => {
    const read = readMessage(JSON_FORMAT, JSON.stringify({ direction: 'call', time }));
    expect(read).toMatchObject({ ok: true, value: { statedMs: expected } });
  });
});

describe('a text message', () => {
  it('is read by the pattern of the user, whatever its white space', () => {
    const read = readMessage(
      byPattern('Señal {direction} en {symbol} a {*}; id {id}'),
      'Señal venta en EUR/USD\n a 1.0845;   id A-7\n',
    );
    expect(read).toEqual({ ok: true, value: { direction: 'PUT', symbol: 'EUR/USD', id: 'A-7', statedMs: null } });
  });

  it.each([
    ['{direction} {symbol}', 'call', { kind: 'text', word: '' }],
    ['{direction} en {symbol}', 'call EURUSD', { kind: 'text', word: 'en' }],
    ['Señal {direction}', 'Alerta call', { kind: 'text', word: 'Señal' }],
    ['{direction}.', 'call. Y más', { kind: 'text', word: '' }],
    ['id {id}; {direction}', 'id ; call', { kind: 'text', word: '{id}' }],
    ['{symbol}', 'EURUSD', { kind: 'pattern' }],
    ['{direction}{symbol}', 'callEURUSD', { kind: 'pattern' }],
    ['{direction} {direction}', 'call call', { kind: 'pattern' }],
    ['{direction} {stake}', 'call 10', { kind: 'pattern' }],
  ])('by the pattern %s, the text %s is refused with its fault', (pattern, text, error) => {
    expect(readMessage(byPattern(pattern), text)).toEqual({ ok: false, error });
  });
});

it.each([
  ['EURUSD', true],
  ['FX:EURUSD', true],
  ['eur/usd', true],
  ['OANDA:Euro', true],
  ['EURUSD1', false],
  ['', false],
])('the word %s means EURUSD, also called Euro: %s', (word, expected) => {
  expect(isOwnSymbol(word, 'EURUSD', ['Euro'])).toBe(expected);
});

it.each([
  [null, null],
  [100_000, null],
  [90_000, null],
  [89_999, { kind: 'too_old', ageMs: 10_001 }],
  [103_000, null],
  [103_001, { kind: 'from_future', ageMs: -3_001 }],
])('a message of time %s that is received at 100 s may be 10 s old', (stated, expected) => {
  expect(timingFault(stated === null ? null : epochMs(stated), epochMs(100_000), 10)).toEqual(expected);
});

describe('the direction of a message', () => {
  const directionOf = (direction: string) => readMessage(JSON_FORMAT, JSON.stringify({ direction }));

  it.each(['call', 'buy', 'long', 'up', 'compra', 'comprar', 'alza', 'sube', 'BUY', 'Compra'])(
    'is CALL for the word %s',
    (word) => {
      expect(directionOf(word)).toMatchObject({ ok: true, value: { direction: 'CALL' } });
    },
  );

  it.each(['put', 'sell', 'short', 'down', 'venta', 'vender', 'baja', 'SELL', 'Baja'])(
    'is PUT for the word %s',
    (word) => {
      expect(directionOf(word)).toMatchObject({ ok: true, value: { direction: 'PUT' } });
    },
  );

  it.each(['calls', 'cal', 'buy now', 'neutral', '1'])('is neither for the word %s, which is refused', (word) => {
    expect(directionOf(word)).toEqual({ ok: false, error: { kind: 'direction', word } });
  });

  it('is missing if its word is empty', () => {
    expect(directionOf('  ')).toEqual({ ok: false, error: { kind: 'missing' } });
  });
});

describe('the lengths of a JSON message', () => {
  const longest = 'x'.repeat(100);

  it('allow 100 characters in a field, without outer white space', () => {
    const given = { direction: ' call ', id: ` ${longest}\n` };
    const value = { direction: 'CALL', symbol: null, id: longest, statedMs: null };
    expect(readMessage(JSON_FORMAT, JSON.stringify(given))).toEqual({ ok: true, value });
  });

  it('refuse a longer field, before the fields after it', () => {
    const text = `{"direction":"call","id":"${longest}x","stake":1}`;
    expect(readMessage(JSON_FORMAT, text)).toEqual({ ok: false, error: { kind: 'type', field: 'id' } });
  });

  it('shorten the name of an unknown field to 100 characters', () => {
    const error = { kind: 'field', field: longest };
    expect(readMessage(JSON_FORMAT, `{"${longest}":1}`)).toEqual({ ok: false, error });
    expect(readMessage(JSON_FORMAT, `{"${longest}yz":1}`)).toEqual({ ok: false, error });
  });
});

describe('the time of a message', () => {
  const timeOf = (time: string) => readMessage(JSON_FORMAT, JSON.stringify({ direction: 'call', time }));

  // 13:00 UTC on 18 November 2026.
  const AT_ONE_MS = 1_795_006_800_000;

  it.each([
    ['2026-11-18T13:00Z', AT_ONE_MS],
    ['2028-02-29T00:00:00+01:00', Date.parse('2028-02-28T23:00:00Z')],
    ['2026-11-18T13:00:00Z', AT_ONE_MS],
    ['2026-11-18T13:00:07Z', AT_ONE_MS + 7_000],
    ['2026-11-18T13:00:07.5Z', AT_ONE_MS + 7_500],
    ['2026-11-18T13:00:07.25Z', AT_ONE_MS + 7_250],
    ['2026-11-18T13:00:07.123456789Z', AT_ONE_MS + 7_123],
    ['2026-11-18T14:00+01:00', AT_ONE_MS],
    ['2026-11-18T07:30:00-05:30', AT_ONE_MS],
    ['2026-11-18T18:45:00.001+05:45', AT_ONE_MS + 1],
    ['1795006800', AT_ONE_MS],
    ['1795006800123', AT_ONE_MS + 123],
    ['0000000000000', 0],
  ])('may be written as %s', (time, statedMs) => {
    expect(timeOf(time)).toMatchObject({ ok: true, value: { statedMs } });
  });

  it.each([
    '2026-11-18',
    '2026-11-18T13Z',
    '2026-11-18T13:00',
    '2026-11-18 13:00:00Z',
    '2026-11-18T13:00:00.Z',
    '2026-11-18T13:00:00.1234567890Z',
    '2026-11-18T13:00:00+0100',
    '2026-11-18T13:00:00Zx',
    '+002026-11-18T13:00:00Z',
    '2026-11-18T13:61:00Z',
    '2026-02-29T13:00:00Z',
    '2026-11-31T13:00:00+01:00',
    '2026-11-00T13:00:00Z',
    '179500680',
    '17950068001',
    '179500680012',
    '17950068001234',
    'x1795006800123',
    '-1795006800123',
    '1795006800.5',
  ])('is refused if it is written as %s', (word) => {
    expect(timeOf(word)).toEqual({ ok: false, error: { kind: 'time', word } });
  });
});

describe('the word of a sender for an asset', () => {
  it('means nothing in two lines, even if the end of each line is known', () => {
    expect(isOwnSymbol('EUR\nFX:USD', 'EURUSD', [])).toBe(false);
  });
});
