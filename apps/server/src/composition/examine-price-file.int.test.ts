import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zoneOffset } from '@vigia/core/kernel';
import { currencyWeeks, PRICE_FILE_STYLES, priceFileText } from '@vigia/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { examinePriceFile, utcCandles } from './examine-price-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'vigia-price-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const STEP_S = 900;
const inNewYork = (time: number): number => time + zoneOffset('America/New_York')(time * 1_000) / 1_000;
let files = 0;
function written(text: string | Uint8Array) {
  const path = join(folder, `${(files += 1)}.csv`);
  writeFileSync(path, text);
  return { path, dateOrder: null };
}

describe.each(PRICE_FILE_STYLES)('a file in the style of %s on this machine', (style) => {
  const text = priceFileText(style, currencyWeeks(20, STEP_S, inNewYork));

  it('is examined and read in UTC, compressed or not', async () => {
    for (const file of [written(text), written(gzipSync(text))]) {
      const examined = await examinePriceFile(file);
      expect(examined).toMatchObject({ ok: true, value: { finding: { zones: ['America/New_York'] } } });
      const times: number[] = [];
      for await (const { length, time } of utcCandles(file, 'America/New_York'))
        times.push(...time.subarray(0, length));
      expect(times).toEqual(currencyWeeks(20, STEP_S).map(({ time }) => time));
    }
  });

  it('is refused with the reason if it is truncated or contains anything but candles', async () => {
    const reasonOf = async (file: string | Uint8Array) => {
      const examined = await examinePriceFile(written(file));
      return examined.ok ? '' : examined.error;
    };
    expect(await reasonOf(text.slice(0, -35))).toContain('el archivo se corta aquí');
    expect(await reasonOf(gzipSync(text).subarray(0, 20_000))).toContain('no se puede descomprimir entero');
    expect(await reasonOf(`${text}<script>alert(1)</script>\n`)).toMatch(/^línea \d+, /);
    expect(await reasonOf(text + 'x'.repeat(100_000))).toContain('la línea no termina');
  });
});

it('a missing file causes an error of the file system', async () => {
  const missing = { path: join(folder, 'missing.csv'), dateOrder: null };
  await expect(examinePriceFile(missing)).rejects.toMatchObject({ code: 'ENOENT' });
});
