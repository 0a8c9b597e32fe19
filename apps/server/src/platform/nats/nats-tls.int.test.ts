import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithNats } from './testing-describe.ts';
import { startTestNats, type TestNats } from './testing-nats.ts';

/**
 * Script of a child process, which prints the log of the link and ends after the first line. A child process is needed
 * because Node reads trusted certificates only at its start.
 */
const CLIENT = `
import { systemClock } from ${JSON.stringify(new URL('../clock/system-clock.ts', import.meta.url).href)};
import { NatsLink } from ${JSON.stringify(new URL('./nats-link.ts', import.meta.url).href)};
const say = (...words) => { console.log(JSON.stringify(words)); process.exit(0); };
new NatsLink({ url: process.env.NATS_URL, name: 'test', clock: systemClock, log: { info: say, warn: say,
  error: say } });
`;

describeWithNats('the encrypted link to NATS', () => {
  let folder: string;
  let nats: TestNats;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-tls-'));
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ];
    const name = ['-subj', '/CN=vigia-test', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('openssl', [...request, ...name, '-keyout', 'key.pem', '-out', 'cert.pem'], {
      cwd: folder,
      stdio: 'pipe',
    });
    const files = ['--tlscert', join(folder, 'cert.pem'), '--tlskey', join(folder, 'key.pem')];
    nats = await startTestNats(['--tls', ...files, '--user', 'vigia', '--pass', 'secret']);
  });
  afterAll(async () => {
    await nats.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const connect = (trusted: Readonly<Record<string, string>>): string =>
    spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', CLIENT], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: { ...process.env, NATS_URL: `tls://vigia:secret@localhost:${nats.port}`, ...trusted },
      encoding: 'utf8',
    }).stdout;

  it('connects to a server whose certificate this machine trusts', () => {
    expect(connect({ NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') })).toContain('NATS is there');
  });

  it('does not connect to a server with an untrusted certificate', () => {
    expect(connect({})).toMatch(/self.signed certificate.*NATS is away/);
  });
});
