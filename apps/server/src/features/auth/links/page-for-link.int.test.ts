import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { assertFound, jsonOf, PASSWORD, startAuthServer } from '../testing.ts';

const server = await startAuthServer();
const { freshEmail, follow, lastMail, newPerson, post } = server;
afterAll(() => server.close());
const { sql } = server.database.db;

const VERIFIER = 'v'.repeat(64);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const S256 = { code_challenge: CHALLENGE, code_challenge_method: 's256' };
const PAGE = '/verify-email';

/** Headers that browsers and mail scanners send when they open a URL as a page. */
const OPENINGS = [
  { 'sec-fetch-mode': 'navigate', accept: '*/*' },
  { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
];

/**
 * Opens a URL as a page, without the headers that `fetch` would add.
 * @returns the address to which the response redirects
 */
const open = (link: string, headers: Readonly<Record<string, string>> = { 'sec-fetch-mode': 'navigate' }) =>
  new Promise<URL>((resolve, reject) => {
    const sent = request(link, { headers }, (answer) => {
      answer.resume();
      resolve(new URL(assertFound(answer.headers.location)));
    });
    sent.on('error', reject).end();
  });

const fragmentOf = ({ hash }: URL) => Object.fromEntries(new URLSearchParams(hash.slice(1)));

async function signedUp(challenge: object = S256, path = PAGE) {
  const email = freshEmail();
  const redirectTo = encodeURIComponent(server.url + path);
  await post(`/auth/v1/signup?redirect_to=${redirectTo}`, { email, password: PASSWORD, ...challenge });
  return { email, mail: await lastMail(email) };
}

const isConfirmed = async (email: string) =>
  (await sql`SELECT 1 FROM auth_users WHERE email = ${email} AND email_confirmed_at IS NOT NULL`).length === 1;

describe('a mailed link that a browser or a mail scanner opens as a page', () => {
  it.each(OPENINGS)('redirects to the confirmation page of the web app and stays unused: %j', async (headers) => {
    const { email, mail } = await signedUp();
    const user = (await sql`SELECT id FROM auth_users WHERE email = ${email}`)[0]?.['id'];
    for (let n = 0; n < 3; n += 1) {
      const page = await open(mail.link, headers);
      expect([page.origin, page.pathname, page.search]).toEqual([server.url, PAGE, '']);
      const to = server.url + PAGE;
      expect(fragmentOf(page)).toEqual({ link: mail.token, kind: 'signup', user, email, challenge: CHALLENGE, to });
    }
    expect(await isConfirmed(email)).toBe(false);
    const code = assertFound((await follow(mail.link)).location.searchParams.get('code'));
    expect(await isConfirmed(email)).toBe(true);
    const grant = await post('/auth/v1/token?grant_type=pkce', { auth_code: code, code_verifier: VERIFIER });
    expect(grant.status).toBe(200);
  });

  it('redirects to the web app’s page for this type of link, not to the final page that was requested', async () => {
    const { email, client } = await newPerson();
    await client.auth.resetPasswordForEmail(email, { redirectTo: `${server.url}/pcr` });
    const recovery = await open((await lastMail(email, 'recovery')).link);
    expect([recovery.pathname, fragmentOf(recovery)['to']]).toEqual(['/reset-password', `${server.url}/pcr`]);
    const next = freshEmail();
    await (await server.signIn(email)).client.auth.updateUser({ email: next, current_password: PASSWORD });
    const change = await open((await lastMail(next)).link);
    expect([change.pathname, fragmentOf(change)['email']]).toEqual([PAGE, next]);
  });

  it('redirects to the host name of the request for the mail, because the browser stored the verifier there', async () => {
    const email = freshEmail();
    const target = server.url.replace('127.0.0.1', 'localhost') + PAGE;
    await post(`/auth/v1/signup?redirect_to=${encodeURIComponent(target)}`, { email, password: PASSWORD, ...S256 });
    const page = await open((await lastMail(email)).link);
    expect([page.origin + page.pathname, fragmentOf(page)['to']]).toEqual([target, target]);
  });

  it.each(['https://evil.test/', 'https://evil.test\\@127.0.0.1/', 'javascript:alert(1)'])(
    'never redirects to %s',
    async (target) => {
      const { mail } = await signedUp();
      const altered = new URL(mail.link);
      altered.searchParams.set('redirect_to', target);
      const page = await open(altered.href);
      expect([page.origin, page.pathname, fragmentOf(page)['to']]).toEqual([server.url, PAGE, `${server.url}/`]);
    },
  );

  it('redirects to an address with the error if the link is used, expired, or of another type', async () => {
    const { mail } = await signedUp();
    const other = new URL(mail.link);
    other.searchParams.set('type', 'recovery');
    expect((await open(other.href)).searchParams.get('error_code')).toBe('otp_expired');
    await follow(mail.link);
    const again = await open(mail.link);
    expect([again.searchParams.get('error_code'), fragmentOf(again)['email']]).toEqual(['otp_expired', undefined]);
    const late = await signedUp();
    server.clock.advance(60 * 60_000);
    expect((await open(late.mail.link)).searchParams.get('error_code')).toBe('otp_expired');
  });

  it('redirects to the requested page without the verifier if another client than the app requested it', async () => {
    const plain = await signedUp({ code_challenge: VERIFIER, code_challenge_method: 'plain' });
    const followed = await open(plain.mail.link);
    expect(followed.searchParams.has('code')).toBe(true);
    expect(followed.href).not.toContain(VERIFIER);
    const implicit = await signedUp({});
    expect((await open(implicit.mail.link)).hash).toContain('access_token=');
  });
});

it('a mailed link that a program other than a browser follows is consumed, as the protocol requires', async () => {
  const { email, mail } = await signedUp();
  const { location } = await follow(mail.link);
  expect(location.searchParams.has('code')).toBe(true);
  expect(location.hash).toBe('');
  expect(await isConfirmed(email)).toBe(true);
  const wrong = await post('/auth/v1/token?grant_type=pkce', {
    auth_code: location.searchParams.get('code'),
    code_verifier: 'x'.repeat(64),
  });
  expect((await jsonOf(wrong)).error_code).toBe('bad_code_verifier');
});
