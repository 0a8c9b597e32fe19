import { CountingIds, ManualClock } from '@vigia/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { type App, createHttpApp } from './app.ts';
import { registerSecurityTxt } from './security-txt.ts';
import { createSite } from './site.ts';

const NOW = Date.UTC(2026, 10, 26);
const YEAR_MS = 365 * 86_400_000;

describe('/.well-known/security.txt', () => {
  let app: App;
  afterEach(() => app.close());

  async function read(contact: string | null) {
    const site = createSite({ siteUrl: 'https://vigia.example', host: '0.0.0.0', port: () => 3000 });
    const clock = new ManualClock(NOW);
    app = await createHttpApp({
      log: createLogger('silent'),
      ids: new CountingIds(),
      clock,
      site,
      authenticator: { authenticate: async () => 'not_authenticated' },
      trustProxy: false,
    });
    registerSecurityTxt(app, { contact, site, clock });
    return app.inject({ url: '/.well-known/security.txt' });
  }

  it('contains the contact, its own URL, and an expiry within a year', async () => {
    const { statusCode, headers, body } = await read('mailto:seguridad@vigia.example');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = new Map(
      body
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/: (.*)/s, 2) as [string, string]),
    );
    expect(fields.get('Contact')).toBe('mailto:seguridad@vigia.example');
    expect(fields.get('Canonical')).toBe('https://vigia.example/.well-known/security.txt');
    const expiresMs = Date.parse(fields.get('Expires') ?? '');
    expect(expiresMs > NOW && expiresMs < NOW + YEAR_MS).toBe(true);
    expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical']);
  });

  it('is not found if no contact is configured', async () => {
    expect((await read(null)).statusCode).toBe(404);
  });
});
