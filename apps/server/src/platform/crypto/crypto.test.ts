import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyLocationWarning, loadMasterKey, masterKeyFile } from './master-key.ts';
import { createSealer } from './sealer.ts';

describe('the Sealer', () => {
  const sealer = createSealer(Buffer.alloc(32, 1));

  it('decrypts a text that it encrypted, and encrypts the same text differently each time', () => {
    const once = sealer.seal(Buffer.from('secret'), 'table:row');
    expect(sealer.open(once, 'table:row').toString()).toBe('secret');
    expect(sealer.seal(Buffer.from('secret'), 'table:row').equals(once)).toBe(false);
    expect(once.includes(Buffer.from('secret'))).toBe(false);
  });

  it('does not decrypt a text that was moved, altered or truncated, or encrypted under another key', () => {
    const sealed = sealer.seal(Buffer.from('secret'), 'table:row');
    const altered = Buffer.from(sealed);
    altered[20] = (altered[20] ?? 0) ^ 1;
    expect(() => sealer.open(sealed, 'table:other')).toThrow();
    expect(() => createSealer(Buffer.alloc(32, 2)).open(sealed, 'table:row')).toThrow();
    expect(() => sealer.open(altered, 'table:row')).toThrow();
    expect(() => sealer.open(sealed.subarray(0, -1), 'table:row')).toThrow();
    expect(() => sealer.open(Buffer.alloc(3), 'table:row')).toThrow('not a sealed secret');
  });
});

describe('the master key', () => {
  let dataFolder = '';
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'vigia-key-'));
  });
  afterEach(() => rmSync(dataFolder, { recursive: true }));
  const load = (hasSealedData = false, given: Buffer | null = null) =>
    loadMasterKey({ dataFolder, given, hasSealedData });

  it('is created once, as 32 bytes that only its owner can read', () => {
    const first = load();
    expect([first.created, first.key.length]).toEqual([true, 32]);
    expect(statSync(masterKeyFile(dataFolder)).mode & 0o777).toBe(0o600);
    const second = load(true);
    expect([second.created, second.key.equals(first.key)]).toEqual([false, true]);
  });

  it.each([0o644, 0o640, 0o604])('is refused with file mode %o', (mode) => {
    load();
    chmodSync(masterKeyFile(dataFolder), mode);
    expect(() => load()).toThrow('chmod 600');
  });

  it('is not created if encrypted data already exists', () => {
    expect(() => load(true)).toThrow('Falta la clave maestra');
    expect(statSync(masterKeyFile(dataFolder), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('causes a warning while its file is in the data folder, even if the environment sets the key', () => {
    expect(keyLocationWarning(dataFolder, null)).toBeNull();
    const { key } = load();
    expect(keyLocationWarning(dataFolder, null)).toContain('en la carpeta de datos');
    expect(keyLocationWarning(dataFolder, key)).toContain('en la carpeta de datos');
    expect(keyLocationWarning(dataFolder, Buffer.alloc(32, 9))).toBeNull();
    rmSync(masterKeyFile(dataFolder));
    expect(keyLocationWarning(dataFolder, key)).toBeNull();
  });

  it('is refused if it is damaged', () => {
    load();
    writeFileSync(masterKeyFile(dataFolder), 'short');
    expect(() => load()).toThrow('5 bytes');
  });

  it('is read from the environment if it is set there, and no file is written in this case', () => {
    const given = Buffer.alloc(32, 7);
    expect(load(true, given).key).toBe(given);
    expect(statSync(masterKeyFile(dataFolder), { throwIfNoEntry: false })).toBeUndefined();
  });
});
