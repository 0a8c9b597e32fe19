import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { z } from 'zod';

const RECORD = fileURLToPath(new URL('pictures/letters.json', import.meta.url));

/** The app's own font file, and how this machine draws it and what stands in where it has no glyph: digests of both. */
const Letters = z.object({ font: z.string(), drawn: z.string() });
export type Letters = z.infer<typeof Letters>;

const digest = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** How letters come out in this browser, on this machine, of the app at that address. */
export async function lettersOf(browser: Browser, url: string): Promise<Letters> {
  const page = await browser.newPage();
  await page.goto(`${url}/login`);
  const { font, drawn } = await page.evaluate(async () => {
    const family = getComputedStyle(document.body).fontFamily;
    await document.fonts.load(`500 14px ${family}`);
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d');
    for (const [line, weight] of [400, 500, 600].entries()) {
      if (pen) pen.font = `${weight} 14px ${family}`;
      pen?.fillText('Señales ▲ CALL ▼ PUT 1.08571 🔒 ×…', 4, 20 + 30 * line);
    }
    const files = performance.getEntriesByType('resource').map(({ name }) => name);
    return { font: files.find((name) => name.endsWith('.woff2')) ?? '', drawn: canvas.toDataURL() };
  });
  await page.close();
  const file = await fetch(font);
  return { font: digest(Buffer.from(await file.arrayBuffer())), drawn: digest(drawn) };
}

/**
 * Whether letters would come out alike here and in the pictures. Another font file of the app is no reason why not:
 * that is a change like any other, and the pictures shall show it.
 */
export function areAsPictured({ font, drawn }: Letters): boolean {
  if (!existsSync(RECORD)) return true;
  const pictured = Letters.parse(JSON.parse(readFileSync(RECORD, 'utf8')));
  return drawn === pictured.drawn || font !== pictured.font;
}

/** Remembers how letters come out where the pictures are taken. */
export const rememberLetters = (letters: Letters): void =>
  writeFileSync(RECORD, `${JSON.stringify(letters, null, 2)}\n`);
