import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LAUNCHER = fileURLToPath(new URL('../bin/vigia.mjs', import.meta.url));
const BUILT = fileURLToPath(new URL('../dist/vigia.mjs', import.meta.url));
/**
 * Time limit of each test. It is long, because each command starts and stops a database, and the derivation of a key
 * from a passphrase is slow on purpose.
 */
const LIMIT = { timeout: 300_000 };
const PASSPHRASE = 'cuatro palabras bien al azar';

const folder = mkdtempSync(join(tmpdir(), 'vigia-cli-copia-'));
const place = (name: string): string => join(folder, name);
const copy = place('copia.age');

function run(program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, VIGIA_DATA_DIR: place('datos'), ...environment },
  });
  return { status, stdout, stderr };
}

const vigia = (...args: readonly string[]) => run(BUILT, args);
const withPassphrase = (...args: readonly string[]) => run(BUILT, args, { VIGIA_BACKUP_PASSPHRASE: PASSPHRASE });

beforeAll(() => {
  if (run(LAUNCHER, ['--version']).status !== 0) throw new Error('the command line does not build');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the commands vigia backup and vigia restore', () => {
  it('refuse a passphrase in the arguments, and an unencrypted backup without the confirmation words', () => {
    const none = place('ninguna.age');
    expect(vigia('backup', '--to', none).stderr).toContain('--unencrypted "sin cifrar"');
    expect(vigia('backup', '--to', none, '--unencrypted', 'sí').stderr).toContain('escribe exactamente');
    expect(vigia('backup', '--to', none, '--passphrase', PASSPHRASE).stderr).toContain('No existe la opción');
    expect(vigia('restore', '--from', none, '--check', none).stderr).toContain('Elige entre');
    expect(existsSync(none)).toBe(false);
  });

  it('write, check and restore an encrypted backup, and report the result in Spanish', LIMIT, () => {
    const made = withPassphrase('backup', '--to', copy);
    expect(made).toMatchObject({ status: 0, stderr: '' });
    expect(made.stdout).toMatch(/^Copia cifrada hecha en .*: \d+ filas de \d+ tablas\..*\nLa clave maestra no va/);
    expect(made.stdout).toContain('en la carpeta de datos');

    expect(withPassphrase('restore', '--check', copy)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^La copia está entera: .* No se tocó nada\.\n$/),
    });
    expect(vigia('restore', '--check', copy)).toMatchObject({ status: 2, stdout: '' });
    const keyFile = place('frase');
    writeFileSync(keyFile, 'otra frase que no es\n', { mode: 0o600 });
    expect(vigia('restore', '--check', copy, '--key-file', keyFile)).toMatchObject({
      status: 2,
      stderr: 'vigia: Esa frase no abre la copia. Comprueba la frase o el archivo de clave. No se tocó nada.\n',
    });

    expect(withPassphrase('restore', '--from', copy)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--without-previous-database'),
    });
    const restored = withPassphrase('restore', '--from', copy, '--without-previous-database');
    expect(restored).toMatchObject({ status: 0, stderr: '' });
    expect(restored.stdout).toMatch(/^Restaurada la copia del .*\n {2}La copia no devolvía entrada/);

    writeFileSync(copy, readFileSync(copy).subarray(0, -100));
    expect(withPassphrase('restore', '--check', copy)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^vigia: La copia está dañada: .* No se tocó nada\.\n$/),
    });
    for (const { stdout, stderr } of [made, restored]) expect(stdout + stderr).not.toContain(PASSPHRASE);
  });
});
