import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  consistencyRanges,
  cosignedAt,
  formatHead,
  formatKey,
  hashesOf,
  largestSubtreesOf,
  openHead,
  parseCosigner,
  type SubtreePlace,
  signNote,
  TreeFrontier,
  toBase64,
} from '@vigia/core/evidence-log';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ed25519, sha256, signerOf } from '#node-crypto.ts';
import { witness } from './witness.ts';

const NAME = 'vigia.log/other';
const signer = signerOf(new Uint8Array(32).fill(7));
const KEY = { name: NAME, publicKey: signer.publicKey };
const KEY_TEXT = formatKey(sha256, KEY);
const leafOf = (text: string) => createHash('sha256').update(text).digest();

/** A log in memory, with the heads and proofs of its leaves. */
function logOf(leaves: readonly string[]) {
  const read = ({ level, index }: SubtreePlace) => {
    const tree = new TreeFrontier(sha256);
    for (const leaf of leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)) tree.push(leafOf(leaf));
    return tree.root();
  };
  const size = leaves.length;
  const tree = new TreeFrontier(sha256, size, largestSubtreesOf(0, size).map(read));
  return {
    size,
    note: signNote(sha256, formatHead({ origin: NAME, size, root: tree.root() }), KEY, signer.sign),
    proof: (from: number, to: number) =>
      to > size ? null : hashesOf(sha256, consistencyRanges(from, to), read).map(toBase64),
  };
}

/** A response of the other installation. */
type Answer = { readonly status?: number; readonly data: unknown };
let current = logOf(['a']);
let answers: (path: URL) => Answer | null;
const seen: string[] = [];
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://x');
  seen.push(`${request.headers.authorization} ${url.pathname}${url.search}`);
  send(response, answers(url) ?? fromLog(url));
});
function send(response: ServerResponse, { status = 200, data }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', location: 'http://127.0.0.1:1/' });
  response.end(typeof data === 'string' ? data : JSON.stringify({ success: true, data }));
}
function fromLog({ pathname, searchParams }: URL): Answer {
  const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))];
  return pathname === '/api/v1/log/head'
    ? {
        data: {
          size: current.size,
          signed_at: '2026-11-29T03:00:00.000Z',
          root_start: '',
          note: current.note,
          key: '',
        },
      }
    : { data: { from, to, proof: current.proof(from, to) } };
}
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
// The cast is safe, because the server listens on TCP.
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const root = mkdtempSync(join(tmpdir(), 'vigia-witness-'));
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

let folder: string;
let runs = 0;
beforeEach(() => {
  runs += 1;
  folder = join(root, String(runs));
  current = logOf(['a', 'b', 'c']);
  answers = () => null;
  seen.length = 0;
  vi.stubEnv('VIGIA_WITNESS_TOKEN', 'secret');
});

const context = { elapsedMs: () => 0, terminal: null };
const run = (...args: readonly string[]) => witness.run(args, context);
const observe = (...more: readonly string[]) =>
  run('--log', url, '--key', KEY_TEXT, '--folder', folder, '--name', 'w.example/ana', ...more);
const outputOf = async (result: ReturnType<typeof run>) => {
  const found = await result;
  return found.ok ? found.value : `${found.error.exitCode} ${found.error.message}`;
};
const logFolder = () => join(folder, encodeURIComponent(NAME));
const heads = () => readdirSync(logFolder()).toSorted();
const keyIn = (output: string) => /Clave de este testigo: (\S+)/.exec(output)?.[1] ?? '';

describe('vigia witness', () => {
  it('cosigns, with its own key, the first head and each later head that continues it', async () => {
    const first = await outputOf(observe());
    expect(first).toContain('Primera cabeza de vigia.log/other: 3 hojas.');
    current = logOf(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    const second = await outputOf(observe());
    expect(second).toContain('La cabeza de 7 hojas continúa la de 3 hojas');
    expect(seen).toEqual([
      'Bearer secret /api/v1/log/head',
      'Bearer secret /api/v1/log/head',
      'Bearer secret /api/v1/log/consistency?from=3&to=7',
    ]);
    expect(heads()).toEqual(['3.txt', '7.txt']);
    expect(keyIn(second)).toBe(keyIn(first));
    const key = parseCosigner(sha256, keyIn(first));
    const note = readFileSync(join(logFolder(), '7.txt'), 'utf8');
    expect(openHead(ed25519, note, KEY)?.isSigned).toBe(true);
    expect(key && cosignedAt(ed25519, note, key)).toBeGreaterThan(Date.now() / 1_000 - 60);
    expect(statSync(join(folder, 'witness.key')).mode & 0o077).toBe(0);
  });

  it('cosigns an unchanged head again, and needs the name of the witness only at the first call', async () => {
    await observe();
    const again = await outputOf(run('--log', url, '--key', KEY_TEXT, '--folder', folder));
    expect(again).toContain('La cabeza de 3 hojas continúa la de 3 hojas');
    expect(heads()).toEqual(['3.txt']);
  });

  it.each<[string, readonly string[], string]>([
    ['was built again with as many leaves', ['a', 'x', 'c'], 'El registro se rehízo'],
    ['was built again with more leaves', ['a', 'x', 'c', 'd'], 'El registro se rehízo'],
    ['lost its end', ['a', 'b'], 'El registro se acortó: tenía 3 hojas y ahora firma 2 hojas.'],
  ])('does not cosign a log that %s, and keeps its head as evidence', async (_what, leaves, why) => {
    await observe();
    const before = readFileSync(join(logFolder(), '3.txt'), 'utf8');
    current = logOf(leaves);
    expect(await outputOf(observe())).toMatch(new RegExp(`^1 ${why}`));
    const [kept, evidence, ...others] = heads();
    expect([kept, others]).toEqual(['3.txt', []]);
    expect(readFileSync(join(logFolder(), '3.txt'), 'utf8')).toBe(before);
    expect(readFileSync(join(logFolder(), evidence ?? ''), 'utf8')).toBe(current.note);
    current = logOf(['a', 'b', 'c', 'd']);
    expect(await outputOf(observe())).toContain('La cabeza de 4 hojas continúa la de 3 hojas');
  });

  it('begins with a head from a saved mail, and refuses a log that does not continue it', async () => {
    const mail = join(root, `mail-${runs}.txt`);
    writeFileSync(mail, `Hola:\n\n${logOf(['a', 'b']).note}\nAdiós.`);
    current = logOf(['a', 'x', 'c']);
    expect(await outputOf(observe('--since', mail))).toMatch(/^1 El registro se rehízo/);
    current = logOf(['a', 'b', 'c']);
    expect(await outputOf(observe('--since', mail))).toContain('La cabeza de 3 hojas continúa la de 2 hojas');
    writeFileSync(mail, logOf(['a', 'b']).note.replace('\n2\n', '\n1\n'));
    folder = join(root, `${runs}-new`);
    expect(await outputOf(observe('--since', mail))).toContain('2 La cabeza de --since no lleva la firma');
    expect(await outputOf(observe('--since', join(root, 'none')))).toContain('no tiene una cabeza firmada');
  });

  it('does not cosign a head without a proof that it continues the earlier head', async () => {
    await observe();
    current = logOf(['a', 'b', 'c', 'd']);
    answers = ({ pathname }) => (pathname.endsWith('consistency') ? { data: { from: 3, to: 4, proof: null } } : null);
    expect(await outputOf(observe())).toMatch(/^1 El registro no demuestra que sus 4 hojas continúan las 3 hojas/);
    expect(heads()).toHaveLength(2);
  });

  it('does not cosign a head of another key', async () => {
    const other = formatKey(sha256, { name: NAME, publicKey: signerOf(new Uint8Array(32).fill(8)).publicKey });
    expect(await outputOf(run('--log', url, '--key', other, '--folder', folder, '--name', 'w'))).toBe(
      '1 La cabeza no lleva la firma de vigia.log/other con esa clave.',
    );
  });

  it.each<[string, (note: string) => string]>([
    ['was changed', (note) => note.replace('\n3\n', '\n2\n')],
    ['lost its cosignature', (note) => note.replace(/— w\.example.*\n/, '')],
  ])('trusts no stored head that %s', async (_what, change) => {
    await observe();
    const file = join(logFolder(), '3.txt');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    expect(await outputOf(observe())).toMatch(/^1 La última cabeza guardada, .* fue cambiada o es de otro testigo/);
  });

  it.each<[string, Answer, string]>([
    ['refuses the token', { status: 401, data: '{}' }, `no acepta el token`],
    ['has a fault', { status: 500, data: '{}' }, 'respondió con el código 500'],
    ['is something else', { data: '<html>' }, 'no respondió como una instalación de Vigía'],
    ['answers too much', { data: ' '.repeat(1_100_000) }, 'no respondió como una instalación de Vigía'],
    ['redirects', { status: 302, data: '' }, 'No se pudo conectar'],
    ['has no head yet', { data: null }, 'aún no tiene ninguna cabeza firmada'],
  ])('explains that the other installation %s, and stores nothing', async (_what, answer, why) => {
    answers = () => answer;
    const output = await outputOf(observe());
    expect(output).toMatch(/^2 /);
    expect(output).toContain(why);
    expect(readdirSync(folder)).toEqual(['witness.key']);
  });

  it('lets only one run at a time use a folder, and takes over the lock of a run that has ended', async () => {
    await observe();
    writeFileSync(join(folder, 'witness.lock'), String(process.pid));
    expect(await outputOf(observe())).toContain('2 Otra ejecución usa la carpeta');
    // Larger than any process id of Linux.
    writeFileSync(join(folder, 'witness.lock'), '99999999');
    expect(await outputOf(observe())).toContain('continúa la de 3 hojas');
    expect(readdirSync(folder)).not.toContain('witness.lock');
  });

  it('refuses a key file that other users can read, a damaged key file, and a --name that differs from the name in the key file', async () => {
    await observe();
    expect(await outputOf(run('--log', url, '--key', KEY_TEXT, '--folder', folder, '--name', 'z'))).toContain(
      '2 La clave de esta carpeta es de «w.example/ana»',
    );
    const file = join(folder, 'witness.key');
    const content = readFileSync(file, 'utf8');
    rmSync(file);
    writeFileSync(file, content, { mode: 0o644 });
    expect(await outputOf(observe())).toContain('2 Otros usuarios pueden leer la clave');
    rmSync(file);
    writeFileSync(file, 'w.example/ana\nAAAA\n', { mode: 0o600 });
    expect(await outputOf(observe())).toContain('está dañada');
  });

  it('checks a cosigned head, also in a saved mail, and refuses one without the cosignature', async () => {
    const key = keyIn(await outputOf(observe()));
    const note = readFileSync(join(logFolder(), '3.txt'), 'utf8');
    const file = join(folder, 'mail.txt');
    writeFileSync(file, `Hola:\r\n\r\n${note.replaceAll('\n', '\r\n')}\r\nAdiós.`);
    const check = (path: string, log = KEY_TEXT) => outputOf(run('--check', path, '--key', log, '--witness', key));
    expect(await check(file)).toMatch(/^w\.example\/ana dio fe el \S+ de una cabeza de 3 hojas/);
    writeFileSync(file, current.note);
    expect(await check(file)).toBe('1 La cabeza no lleva la firma del testigo w.example/ana con esa clave.');
    writeFileSync(file, note.replace('\n3\n', '\n4\n'));
    expect(await check(file)).toMatch(/^1 La cabeza no lleva la firma de vigia\.log\/other/);
    expect(await check(join(folder, 'none.txt'))).toContain('2 «');
  });

  it.each<[readonly string[], string]>([
    [[], 'Hacen falta --log, --key y --folder'],
    [['--log', 'http://vigia.example', '--key', KEY_TEXT, '--folder', 'x'], 'debe empezar por https://'],
    [['--log', 'vigia', '--key', KEY_TEXT, '--folder', 'x'], 'debe empezar por https://'],
    [['--log', 'https://x', '--key', 'x', '--folder', 'x'], 'La clave del registro no tiene la forma'],
    [['--log', 'https://x', '--key', KEY_TEXT, '--folder', 'x', '--name', 'a b'], 'no puede tener espacios'],
    [['--check', 'x'], 'hacen falta --check, --key y --witness'],
    [['--check', 'x', '--key', KEY_TEXT, '--witness', KEY_TEXT], 'La clave del testigo no tiene la forma'],
  ])('refuses the arguments %j', async (args, why) => {
    expect(await outputOf(run(...args))).toContain(`2 `);
    expect(await outputOf(run(...args))).toContain(why);
  });

  it('needs a name for a new folder, a folder that it can write, and a token', async () => {
    expect(await outputOf(run('--log', url, '--key', KEY_TEXT, '--folder', folder))).toContain('dale un nombre');
    writeFileSync(join(root, 'file'), '');
    const inFile = ['--log', url, '--key', KEY_TEXT, '--folder', join(root, 'file', 'x'), '--name', 'w'];
    expect(await outputOf(run(...inFile))).toContain('2 No se puede usar la carpeta');
    vi.stubEnv('VIGIA_WITNESS_TOKEN', '');
    expect(await outputOf(observe())).toContain('2 Falta el token');
    expect(seen).toEqual([]);
  });
});
