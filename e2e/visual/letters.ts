import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { z } from 'zod';

const RECORD = fileURLToPath(new URL('pictures/letters.json', import.meta.url));

/**
 * Two digests: of the app's font file, and of text that this machine draws. The text consists of characters that the
 * font lacks.
 */
const StoredLetters = z.object({ font: z.string(), drawn: z.string() });
export type StoredLetters = z.infer<typeof StoredLetters>;

const digest = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** Returns digests of the app's font file and of text drawn on this machine. `url` is the address of the app. */
export async function textDigestsOf(browser: Browser, url: string): Promise<StoredLetters> {
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
 * Returns true if this machine renders text as in the stored pictures. Also returns true if the app's font file has
 * changed, because the comparison of the pictures must show that change.
 */
export function rendersTextAsStored({ font, drawn }: StoredLetters): boolean {
  if (!existsSync(RECORD)) return true;
  const pictured = StoredLetters.parse(JSON.parse(readFileSync(RECORD, 'utf8')));
  return drawn === pictured.drawn || font !== pictured.font;
}

/** Stores the digests of the machine that takes the pictures. */
export const rememberLetters = (letters: StoredLetters): void =>
  writeFileSync(RECORD, `${JSON.stringify(letters, null, 2)}\n`);
