import { PROOF_HEADER } from '@vigia/contract';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { createKeyedHash } from '../crypto/keyed-hash.ts';
import { createLogger } from '../logging/logger.ts';
import { createHttpApp } from './app.ts';
import { createFreshProofs, type FreshProofs } from './fresh-proof.ts';
import type { Principal } from './principal.ts';
import { createSite } from './site.ts';

const KEY = createKeyedHash(Buffer.alloc(32, 7));
const ANA: Principal = { userId: 'ana', sessionId: 'one', isAnonymous: false, aal: 'aal1', scopes: null };
const NOW_MS = 1_790_000_000_000;
const LIFE_MS = 5 * 60_000;

describe('a re-authentication proof', () => {
  const clock = new ManualClock(NOW_MS);
  const proofs = createFreshProofs(KEY, clock);
  const { proof, expiresMs } = proofs.issue(ANA);

  it('is valid only for its own session', () => {
    expect(proofs.isValid(ANA, proof)).toBe(true);
    expect(proofs.isValid({ ...ANA, sessionId: 'two' }, proof)).toBe(false);
    expect(proofs.isValid({ ...ANA, userId: 'luis' }, proof)).toBe(false);
  });

  it('is valid in another process of the installation, and in no other installation', () => {
    expect(createFreshProofs(KEY, clock).isValid(ANA, proof)).toBe(true);
    const other = createKeyedHash(Buffer.alloc(32, 8));
    expect(createFreshProofs(other, clock).isValid(ANA, proof)).toBe(false);
  });

  it('is invalid after five minutes, and invalid if its time is ahead of a clock that was set back', () => {
    const at = (nowMs: number) => createFreshProofs(KEY, new ManualClock(nowMs)).isValid(ANA, proof);
    expect(expiresMs).toBe(NOW_MS + LIFE_MS);
    expect([at(NOW_MS + LIFE_MS - 1), at(NOW_MS + LIFE_MS), at(NOW_MS - 1)]).toEqual([true, false, false]);
  });

  it.each([
    ['an hour longer', (text: string) => text.replace(/^\d+/, (ms) => String(Number(ms) + 1))],
    ['another seal', (text: string) => `${text.slice(0, -2)}${text.endsWith('AA') ? 'BB' : 'AA'}`],
    ['nothing', () => ''],
    ['no seal', (text: string) => text.split('.')[0] ?? ''],
  ])('is refused if it was altered and has %s', (_what, change) => {
    expect(proofs.isValid(ANA, change(proof))).toBe(false);
  });
});

describe('a route that needs a re-authentication proof', () => {
  const clock = new ManualClock(NOW_MS);
  const given = createFreshProofs(KEY, clock);
  const serve = async (principal: Principal, proofs?: FreshProofs) => {
    const app = await createHttpApp({
      log: createLogger('silent'),
      ids: new CountingIds(),
      clock,
      trustProxy: false,
      site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 }),
      authenticator: { authenticate: async () => principal },
      ...(proofs && { proofs }),
    });
    const preHandler = app.authenticate;
    app.get('/always', { preHandler, config: { freshProof: 'always', effects: ['reads'] } }, async () => 'done');
    app.get('/own', { preHandler, config: { freshProof: 'own', effects: ['reads'] } }, async (request) =>
      String(app.isProved(request)),
    );
    const config = { freshProof: ({ query }: { query: unknown }) => JSON.stringify(query) !== '{}' };
    app.get('/some', { preHandler, config }, async () => 'done');
    return async (url: string, proof?: string) => {
      const headers = { authorization: 'Bearer x', ...(proof !== undefined && { [PROOF_HEADER]: proof }) };
      const answer = await app.inject({ url, headers });
      return answer.statusCode === 200 ? answer.payload : [answer.statusCode, answer.json().error.code];
    };
  };
  const { proof } = given.issue(ANA);

  it('refuses a request without a valid proof', async () => {
    const get = await serve(ANA, given);
    expect(await get('/always')).toEqual([403, 'proof_needed']);
    expect(await get('/always', given.issue({ ...ANA, sessionId: 'two' }).proof)).toEqual([403, 'proof_needed']);
    expect(await get('/always', proof)).toBe('done');
  });

  it('can require the proof only for some requests, or leave the check to its handler', async () => {
    const get = await serve(ANA, given);
    expect([await get('/some'), await get('/some?a=1')]).toEqual(['done', [403, 'proof_needed']]);
    expect([await get('/some?a=1', proof), await get('/own'), await get('/own', proof)]).toEqual([
      'done',
      'false',
      'true',
    ]);
  });

  it('refuses all users if the server has no proofs configured', async () => {
    const get = await serve(ANA);
    expect([await get('/always', proof), await get('/own', proof)]).toEqual([[403, 'proof_needed'], 'false']);
  });

  it('requires no proof from anonymous users and bot tokens, who cannot obtain one', async () => {
    const anonymous = await serve({ ...ANA, isAnonymous: true }, given);
    const bot = await serve({ ...ANA, scopes: ['read'] }, given);
    expect([await anonymous('/always'), await bot('/always')]).toEqual(['done', 'done']);
  });
});
