import { describe, expect, it } from 'vitest';
import { err, ok } from '#kernel/index.ts';
import { CURRENCIES, isCurrency } from '#vocabulary/index.ts';
import { exponentOf, parseCurrency, scaleOf } from './currency.ts';

/**
 * Returns the decimals of a currency according to Node. They come from Unicode CLDR, a source that is independent of
 * the tested table.
 */
const decimalsOfNode = (currency: string): number | undefined =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;

/**
 * Currencies for which Node gives no decimals because their coins are no longer used; ISO 4217 keeps the decimals. For
 * RSD only Node 20.19.0 (CLDR 46) gives none.
 */
const COINS_OUT_OF_USE = new Set('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR RSD SLL SOS SYP YER'.split(' '));

/** Currencies of ISO 4217 that Node does not list: fund codes, and a bolívar and a dinar of recent years. */
const NOT_IN_NODE = new Set('BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD'.split(' '));

/** Currencies that are active in Node but have no minor unit in ISO 4217: special drawing rights and the sucre. */
const WITHOUT_MINOR_UNIT = new Set(['XDR', 'XSU']);

const OF_BROKERS = new Set('BCH BTC ETC ETH LTC DAI USDC USDT UST eUSDT tUSDT'.split(' '));
const nodes = new Set(Intl.supportedValuesOf('currency'));

describe('the table of currencies', () => {
  it('has the same decimals as Node, except for currencies whose coins are no longer used', () => {
    const compared = [...CURRENCIES].filter(([code]) => nodes.has(code) && !COINS_OUT_OF_USE.has(code));
    expect(compared.length).toBeGreaterThan(130);
    expect(compared.map(([code]) => [code, decimalsOfNode(code)])).toEqual(compared);
  });

  it('gives a currency whose coins are no longer used two decimals, and the Iraqi dinar three', () => {
    const others = [...COINS_OUT_OF_USE].filter((code) => CURRENCIES.get(code) !== 2);
    expect(others.map((code) => [code, CURRENCIES.get(code)])).toEqual([['IQD', 3]]);
  });

  it('lists every currency of Node, and in addition only known exceptions and currencies of brokers', () => {
    expect([...nodes].filter((code) => !CURRENCIES.has(code) && !WITHOUT_MINOR_UNIT.has(code))).toEqual([]);
    const beyond = [...CURRENCIES.keys()].filter((code) => !nodes.has(code));
    expect(beyond.filter((code) => !NOT_IN_NODE.has(code) && !OF_BROKERS.has(code))).toEqual([]);
  });

  it.each([
    ['JPY', 0],
    ['KRW', 0],
    ['CLP', 0],
    ['PYG', 0],
    ['VND', 0],
    ['ISK', 0],
    ['UGX', 0],
    ['XAF', 0],
    ['XOF', 0],
    ['USD', 2],
    ['BRL', 2],
    ['COP', 2],
    ['KWD', 3],
    ['BHD', 3],
    ['TND', 3],
    ['JOD', 3],
    ['OMR', 3],
    ['CLF', 4],
    ['BTC', 8],
    ['ETH', 8],
    ['USDT', 2],
  ] as const)('gives %s %d decimals', (code, exponent) => {
    expect(exponentOf(code)).toBe(exponent);
    expect(scaleOf(code)).toBe(10 ** exponent);
  });
});

describe('parseCurrency', () => {
  it('reads a known code', () => expect(parseCurrency('CLP')).toEqual(ok('CLP')));

  it.each(['', 'usd', 'EUSDT', 'XXX', 'XAU', 'XDR', 'ABC', ' USD'])('refuses %j', (text) => {
    expect(parseCurrency(text)).toEqual(err({ kind: 'unknown_currency', text }));
    expect(isCurrency(text)).toBe(false);
  });
});

it('exponentOf and scaleOf throw for an unknown currency code', () => {
  const stored = JSON.parse('"ABC"');
  expect(() => exponentOf(stored)).toThrow(RangeError);
  expect(() => scaleOf(stored)).toThrow(RangeError);
});
