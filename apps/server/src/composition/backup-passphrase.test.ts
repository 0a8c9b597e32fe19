import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type PassphraseSource, readPassphrase } from './backup-passphrase.ts';

const LONG = 'cuatro palabras bien al azar';

let dataFolder = '';
let outside = '';
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'vigia-datos-'));
  outside = mkdtempSync(join(tmpdir(), 'vigia-fuera-'));
});
afterEach(() => {
  for (const folder of [dataFolder, outside]) rmSync(folder, { recursive: true });
});

function keyFile(folder: string, text: string, mode = 0o600): string {
  const file = join(folder, 'frase');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const read = async (source: Partial<PassphraseSource>, purpose: 'seal' | 'open' = 'seal') =>
  (await readPassphrase(dataFolder, { keyFile: null, setting: null, ask: null, ...source }, purpose)).text;

it('the passphrase comes from a key file, otherwise from the setting, otherwise from the terminal', async () => {
  const ask = async () => `${LONG} 3`;
  const file = keyFile(outside, `${LONG} 1\r\n# a comment\n`);
  expect(await read({ keyFile: file, setting: `${LONG} 2`, ask })).toBe(`${LONG} 1`);
  expect(await read({ setting: `${LONG} 2`, ask })).toBe(`${LONG} 2`);
  expect(await read({ ask })).toBe(`${LONG} 3`);
});

it('a backup without a passphrase is refused, and the error names the option for an unencrypted backup', async () => {
  await expect(read({})).rejects.toThrow('--unencrypted "sin cifrar"');
  await expect(read({ ask: async () => '' })).rejects.toThrow('Falta la frase');
  await expect(read({}, 'open')).rejects.toThrow('Falta la frase');
});

it('a short passphrase cannot encrypt a backup, but can decrypt one', async () => {
  await expect(read({ setting: 'corta' })).rejects.toThrow('12 caracteres');
  expect(await read({ setting: 'corta' }, 'open')).toBe('corta');
});

it('a key file in the data folder or readable by others is refused', async () => {
  await expect(read({ keyFile: keyFile(dataFolder, LONG) })).rejects.toThrow('está en la carpeta de datos');
  await expect(read({ keyFile: keyFile(outside, LONG, 0o644) })).rejects.toThrow('chmod 600');
  await expect(read({ keyFile: join(outside, 'nada') })).rejects.toThrow('no se puede leer (ENOENT)');
});
