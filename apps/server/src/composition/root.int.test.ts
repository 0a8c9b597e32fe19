import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Asset, CurrentMode, Health, PublicConfig, Readiness } from '@vigia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { masterKeyFile } from '#platform/crypto/master-key.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { isAlive } from '#platform/process-identity.ts';
import { startTestApp, type TestApp } from './testing.ts';

/** Paths that attackers' scanners request. */
const PROBES = [
  '.env',
  '.env.local',
  '.git/config',
  '.git/HEAD',
  '.gitignore',
  '.svn/entries',
  '.hg/store',
  '.DS_Store',
  '.npmrc',
  '.aws/credentials',
  '.ssh/id_rsa',
  '.htpasswd',
  '.htaccess',
  '.vscode/settings.json',
  '.idea/workspace.xml',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'server.key',
  'master.key',
  'id_rsa.pub',
  'backup.zip',
  'backup.sql',
  'dump.sql',
  'database.sqlite',
  'wp-login.php',
  'wp-config.php',
  'phpinfo.php',
  'info.php',
  'web.config',
  'config.yml',
  'docker-compose.yml',
  'Dockerfile.bak',
  'assets/../../package.json',
  '..%2fpackage.json',
  '%2e%2e/%2e%2e/etc/passwd',
  'assets/%2e%2e%2f%2e%2e%2fpackage.json',
  'data/keys/master.key',
  'actuator/env.json',
];

const OpenApi = z.object({
  openapi: z.string(),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ summary: z.string(), tags: z.array(z.string()).length(1), security: z.unknown().optional() }),
    ),
  ),
});
const SignedUp = z.object({ access_token: z.string() });
const Mode = z.object({ data: CurrentMode });
const Assets = z.object({ data: z.array(Asset) });

describe('a running server', () => {
  let database: TestDatabase;
  let app: TestApp;
  let webRoot = '';
  beforeAll(async () => {
    webRoot = mkdtempSync(join(tmpdir(), 'vigia-web-'));
    mkdirSync(join(webRoot, 'assets'));
    writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Vigía</title>');
    writeFileSync(join(webRoot, 'logo.png'), 'png');
    writeFileSync(join(webRoot, '.secret'), 'CANARY');
    writeFileSync(join(webRoot, 'assets', 'index-Ab3dEf9h.js'), 'export {};');
    database = await createTestDatabase();
    app = await startTestApp({ databaseUrl: database.ownerUrl, webRoot });
  });
  afterAll(async () => {
    await app?.stop();
    await database.close();
    rmSync(webRoot, { recursive: true });
  });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers });

  /** Requests a path exactly as written. fetch would normalise it. */
  const getAsWritten = (path: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const request = httpGet({ port: new URL(app.url).port, path }, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text: string) => (body += text));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      });
      request.on('error', reject);
    });

  it('answers browsers, monitors and load balancers', async () => {
    expect(PublicConfig.parse(await (await get('/config.json')).json())).toMatchObject({
      supabaseUrl: '',
      brokerNames: { iqoption: 'IQ Option', olymptrade: 'Olymp Trade' },
      brokerRules: { deriv: { on_equal_prices: 'lost', price_times: 'tick' } },
    });
    expect(Health.parse(await (await get('/health')).json())).toMatchObject({ status: 'ok', database: 'up' });
    const ready = await get('/ready');
    expect([ready.status, Readiness.parse(await ready.json())]).toEqual([200, { ready: true, waiting_for: [] }]);
  });

  it('describes every route in OpenAPI 3.1, and marks the protected routes', async () => {
    const document = OpenApi.parse(await (await get('/openapi.json')).json());
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/health', '/api/v1/trading/create-option', '/auth/v1/token']),
    );
    expect(document.paths['/api/v1/trading/create-option']?.['post']?.security).toEqual([{ bearer: [] }]);
  });

  it('serves the web app’s page to a browser that opens /metrics', async () => {
    const answer = await get('/metrics', { accept: 'text/html,application/xhtml+xml' });
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  });

  it('serves metrics only on loopback', async () => {
    expect(await (await get('/metrics')).text()).toContain('vigia_http_request_duration_seconds');
    expect((await get('/metrics', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(403);
  });

  it.each(['/', '/login', '/strategies/pcr?x=1'])('serves the app at %s without caching', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await answer.text()).toContain('<title>Vigía</title>');
  });

  it('lets browsers cache only files with a hash in their name', async () => {
    const hashed = await get('/assets/index-Ab3dEf9h.js');
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get('/logo.png')).headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['/api/nothing', '/auth/nothing', '/rest/nothing', '/api'])(
    'answers %s with the API’s error body',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found' }, detail: 'No existe lo que buscas.' });
    },
  );

  it.each([...PROBES, '.secret'])('serves no file for /%s', async (path) => {
    const answer = await getAsWritten(`/${path}`);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'not_found' } });
  });

  it.each(['/', '/assets/index-Ab3dEf9h.js', '/api/nothing', '/health', '/docs', '/openapi.json', '/auth/v1/settings'])(
    'sends security headers for %s',
    async (path) => {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
      expect(headers.get('content-security-policy')).toContain(app.url.replace('http', 'ws'));
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  it('gives a new user an account and a price immediately after the sign-up', async () => {
    const { supabaseAnonKey } = PublicConfig.parse(await (await get('/config.json')).json());
    const signUp = await fetch(`${app.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: supabaseAnonKey, 'content-type': 'application/json' },
      body: '{}',
    });
    const { access_token } = SignedUp.parse(await signUp.json());
    const authorization = `Bearer ${access_token}`;
    const mode = Mode.parse(await (await get('/api/v1/trading/mode/current', { authorization })).json());
    expect(mode.data.account.balance).toBe(10_000);
    const assets = Assets.parse(await (await get('/api/v1/trading/assets', { authorization })).json());
    expect(assets.data.find((asset) => asset.symbol === 'EURUSD')?.current_price).toBeGreaterThan(0);
  });
});

describe('startServer', () => {
  let dataFolder = '';
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataFolder = mkdtempSync(join(tmpdir(), 'vigia-start-'));
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataFolder, { recursive: true });
  });
  const start = (environment: Record<string, string> = {}) =>
    startTestApp({ dataFolder, databaseUrl: database.ownerUrl, environment });

  it('fails with one sentence if the port is in use, and releases the data folder and the database', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const folder = mkdtempSync(join(tmpdir(), 'vigia-taken-'));
    await expect(startTestApp({ dataFolder: folder, environment: { PORT: String(port) } })).rejects.toThrow(
      `El puerto ${port} ya está ocupado en 127.0.0.1: cierra el programa que lo usa o elige otro con PORT.`,
    );
    expect(existsSync(join(folder, 'vigia.lock'))).toBe(false);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
    other.close();
    rmSync(folder, { recursive: true });
  });

  it('fails with one sentence if the data folder is not writable', async () => {
    const file = join(dataFolder, 'a-file');
    writeFileSync(file, '');
    await expect(start({ VIGIA_DATA_DIR: join(file, 'data') })).rejects.toThrow(
      `No se puede escribir en la carpeta de datos ${join(file, 'data')} (ENOTDIR)`,
    );
  });

  it('refuses a second server on the same data folder', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow('ya la usa otro proceso de Vigía (servidor');
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
    await first.stop();
  });

  it('refuses a master key that is missing, wrong or readable by others, without changing data', async () => {
    await (await start()).stop();
    const file = masterKeyFile(dataFolder);
    const key = readFileSync(file);
    chmodSync(file, 0o644);
    await expect(start()).rejects.toThrow('chmod 600');
    chmodSync(file, 0o600);
    writeFileSync(file, Buffer.alloc(32, 9));
    await expect(start()).rejects.toThrow('La clave maestra no es la de estos datos');
    rmSync(file);
    await expect(start()).rejects.toThrow('Falta la clave maestra');
    writeFileSync(file, key, { mode: 0o600 });
    await (await start()).stop();
  });

  it('fails with one sentence if the database is damaged or refuses its password', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-damaged-'));
    const again = () => startTestApp({ dataFolder: folder });
    const first = await again();
    const [row] = await first.db.sql<{ path: string }[]>`SELECT pg_relation_filepath('installation') AS path`;
    await first.stop();
    const password = join(folder, 'keys', 'postgres.password');
    const right = readFileSync(password);
    writeFileSync(password, 'another');
    await expect(again()).rejects.toThrow('La base de datos incluida rechaza la contraseña de keys/postgres.password');
    writeFileSync(password, right);
    const file = join(folder, 'postgres', row?.path ?? '');
    writeFileSync(file, readFileSync(file).fill(7, 0, 8_000));
    await expect(again()).rejects.toThrow(/^La base de datos está dañada \(invalid page in block 0/);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it('stops its embedded database last, and finds all data again after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-again-'));
    const first = await startTestApp({ dataFolder: folder });
    const pid = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    const keyOf = async (url: string) =>
      PublicConfig.parse(await (await fetch(`${url}/config.json`)).json()).supabaseAnonKey;
    const publishableKey = await keyOf(first.url);
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    const second = await startTestApp({ dataFolder: folder });
    expect(await keyOf(second.url)).toBe(publishableKey);
    await second.stop();
    rmSync(folder, { recursive: true });
  });
});
