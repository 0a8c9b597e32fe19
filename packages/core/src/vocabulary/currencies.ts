/** A group of currencies with the same number of decimals, and their codes. */
type CodeGroup = { readonly exponent: number; readonly codes: readonly string[] };

/**
 * The active codes of ISO 4217 (list one of 2026-01-01) that have a minor unit, fund codes included. No account has a
 * currency without a minor unit (gold, special drawing rights, tests). Two groups in addition to the list follow: codes
 * withdrawn since 2023, which stored accounts may have, and codes of brokers (docs/spec/money-and-limits.md §1).
 */
const GROUPS = [
  {
    exponent: 2,
    codes: [
      'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE',
      'CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD',
      'HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK',
      'MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD',
      'RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH',
      'USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG',
    ],
  },
  { exponent: 0, codes: ['BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'] },
  { exponent: 3, codes: ['BHD IQD JOD KWD LYD OMR TND'] },
  { exponent: 4, codes: ['CLF UYW'] },
  { exponent: 2, codes: ['ANG BGN CUC HRK SLL ZWL'] },
  { exponent: 8, codes: ['BCH BTC ETC ETH LTC'] },
  { exponent: 2, codes: ['DAI USDC USDT UST eUSDT tUSDT'] },
] as const satisfies readonly CodeGroup[];

type Words<Line extends string> = Line extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Line;

/** Code of a currency that an account can have: ISO 4217, or a broker's own (`BTC`, `eUSDT`). */
export type Currency = Words<(typeof GROUPS)[number]['codes'][number]>;

/** Decimals of each currency: an amount of 1 has 10^exponent minor units. No other table states them. */
export const CURRENCIES: ReadonlyMap<string, number> = new Map(
  GROUPS.flatMap(({ exponent, codes }) =>
    codes.flatMap((line) => line.split(' ').map((code) => [code, exponent] as const)),
  ),
);

/** Returns true if a text is the code of a known currency. Codes are case-sensitive: Deriv's `eUSDT` is not `EUSDT`. */
export const isCurrency = (text: string): text is Currency => CURRENCIES.has(text);

/** Currency of the paper account, and of screens and rules without an account. */
export const PAPER_CURRENCY = 'USD' satisfies Currency;
