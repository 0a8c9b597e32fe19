import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sharedFile } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import {
  type Candle,
  CandleBuilder,
  candleAt,
  candlesFromTicks,
  checkAlignment,
  parseCandleCsv,
  parseTickCsv,
} from './index.ts';

const tickFile = sharedFile('data/EURUSD_ticks_fxcm_20140505-07.csv.gz');
const candleFile = sharedFile('data/EURUSD_M1_fxcm_20140505-07.csv.gz');

function read(path: string | null): Uint8Array {
  return path ? gunzipSync(readFileSync(path)) : new Uint8Array();
}

describe.skipIf(!tickFile || !candleFile)('three days of FXCM ticks (shared/data)', () => {
  it('give the same 4,269 1-minute candles as the provider publishes, built from the file and built live', () => {
    const ticks = parseTickCsv(read(tickFile));
    const official = parseCandleCsv(read(candleFile));
    if (!ticks.ok || !official.ok) throw new Error('the reference files do not parse');
    expect(checkAlignment(official.value, 60)).toEqual({ ok: true, value: { baseStepSeconds: 60 } });

    const expected = Array.from({ length: official.value.length }, (_, row) => candleAt(official.value, row));
    const { candles, forming } = candlesFromTicks(ticks.value, 60);
    const built: (Candle | null)[] = Array.from({ length: candles.length }, (_, row) => candleAt(candles, row));
    expect([...built, forming]).toEqual(expected);
    expect(expected).toHaveLength(4_269);

    const builder = new CandleBuilder(60);
    const live: (Candle | null)[] = [];
    ticks.value.timeMs.forEach((timeMs, row) => {
      const closed = builder.push(timeMs, ticks.value.price[row] ?? NaN);
      if (closed) live.push(closed);
    });
    expect([...live, builder.forming]).toEqual(expected);
  });
});
