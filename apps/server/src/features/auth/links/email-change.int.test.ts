import { hash } from '@node-rs/argon2';
import { afterAll, describe, expect, it } from 'vitest';
import { assertFound, claimsOf, jsonOf, PASSWORD, startAuthServer } from '../testing.ts';
import { lockUser } from '../users/users.repository.ts';
import { mailLink } from './mail-link.ts';

const server = await startAuthServer();
const { follow, freshEmail, lastMail, mails, modeStatus, newPerson, post, signIn } = server;
afterAll(() => server.close());
const { sql } = server.database.db;

const errorOf = (location: URL) => new URLSearchParams(location.hash.slice(1)).get('error_code');
const personOf = async (id: string) =>
  (
    await sql`
      SELECT a.email, a.new_email, a.is_anonymous, u.email AS profile, u.is_verified, u.username
      FROM auth_users a JOIN users u ON u.id = a.id WHERE a.id = ${id}`
  )[0];

type Wish = { readonly newEmail: string; readonly sessionId?: string; readonly passwordHash?: string };

/** Calls the use case directly, without the authentication and the re-authentication proof that its route requires. */
async function mailNewAddress(id: string, wish: Wish) {
  await server.deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    await tx`UPDATE auth_users SET new_email = ${wish.newEmail} WHERE id = ${id}`;
    const whole = { ...wish, redirectTo: `${server.url}/`, challenge: null };
    await mailLink(server.deps, tx, { user, kind: 'email_change', to: wish.newEmail, wish: whole });
  });
  return lastMail(wish.newEmail);
}

/** Creates a signed-in user who has requested a change of the e-mail address. */
async function asked() {
  const person = await newPerson();
  const newEmail = freshEmail();
  const { session_id: sessionId } = claimsOf(person.session.access_token);
  return { ...person, newEmail, mail: await mailNewAddress(person.id, { newEmail, sessionId }) };
}

async function anonymous(data: object = {}) {
  const client = server.client();
  const session = assertFound((await client.auth.signInAnonymously()).data.session);
  await client.auth.updateUser({ data });
  const email = freshEmail();
  const { id } = session.user;
  const passwordHash = await hash(PASSWORD);
  return { client, session, email, id, mail: await mailNewAddress(id, { newEmail: email, passwordHash }) };
}

/** Runs two requests that both find an address free, and holds them until both are about to store it. */
async function untilBothWait(address: string, start: () => readonly [Promise<Response>, Promise<Response>]) {
  const waiting = () => sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const id = server.deps.ids.next();
  const held = { answers: Promise.all<Response>([]) };
  const undone = server.deps.db.transaction(async (tx) => {
    await tx`
      INSERT INTO auth_users (id, email, is_anonymous, user_metadata, created_at, updated_at)
      VALUES (${id}, ${address}, false, '{}', now(), now())`;
    held.answers = Promise.all(start());
    await expect.poll(async () => (await waiting()).length).toBe(2);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  return held.answers;
}

const tokenOf = (location: URL) => assertFound(new URLSearchParams(location.hash.slice(1)).get('access_token'));

describe('a requested e-mail address', () => {
  it('takes effect in sign-in, profile and tokens when the mailed link is followed', async () => {
    const { id, email, newEmail, mail } = await asked();
    expect(await personOf(id)).toMatchObject({ email, new_email: newEmail, profile: email });
    const { location } = await follow(mail.link);
    expect(await personOf(id)).toMatchObject({
      email: newEmail,
      new_email: null,
      profile: newEmail,
      is_verified: true,
    });
    expect(claimsOf(tokenOf(location))).toMatchObject({ email: newEmail, amr: [{ method: 'email_change' }] });
    await signIn(newEmail);
    const old = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(old.error?.code).toBe('invalid_credentials');
  });

  it('ends the user’s other sessions when it is confirmed, and sends a notice to the old address', async () => {
    const { email, session, mail, id } = await asked();
    const other = await signIn(email);
    expect(await modeStatus(other.session.access_token)).toBe(200);
    await post('/auth/v1/recover', { email });
    await follow(mail.link);
    const alive = [session, other.session].map((one) => modeStatus(one.access_token));
    expect(await Promise.all(alive)).toEqual([200, 401]);
    expect((await mails()).filter(({ to }) => to === email).map(({ kind }) => kind)).toContain('email_changed');
    expect(errorOf((await follow((await lastMail(email, 'recovery')).link)).location)).toBe('otp_expired');
    const log = await server.deps.securityLog.read(server.deps.db.sql, id, { limit: 20 });
    expect(log.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['email_confirmed', 'email_changed']));
  });

  it('is refused if another user has confirmed it meanwhile, and then changes nothing', async () => {
    const { id, email, newEmail, mail } = await asked();
    await post('/auth/v1/signup', { email: newEmail, password: PASSWORD });
    await follow((await lastMail(newEmail, 'signup')).link);
    const { location } = await follow(mail.link);
    expect(errorOf(location)).toBe('email_exists');
    expect(await personOf(id)).toMatchObject({ email, profile: email });
    expect(errorOf((await follow(mail.link)).location)).toBe('otp_expired');
  });

  it('is assigned to one of two users who confirm it at the same time; the other gets an error', async () => {
    const [ana, luis] = [await asked(), await asked()];
    const { newEmail } = ana;
    const { session_id: sessionId } = claimsOf(luis.session.access_token);
    const second = await mailNewAddress(luis.id, { newEmail, sessionId });
    const verify = (token: string) => post('/auth/v1/verify', { type: 'email_change', token_hash: token });
    const answers = await untilBothWait(newEmail, () => [verify(ana.mail.token), verify(second.token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const refused = assertFound(answers.find(({ status }) => status === 422));
    expect(await refused.json()).toMatchObject({ error_code: 'email_exists' });
    const owners = await sql`SELECT id FROM auth_users WHERE email = ${newEmail}`;
    expect(owners).toHaveLength(1);
  });

  it('is assigned to the user who confirms it, even if another user requested it without confirming it', async () => {
    const { id, newEmail, mail } = await asked();
    await post('/auth/v1/signup', { email: newEmail, password: 'la clave del intruso' });
    expect((await follow(mail.link)).location.hash).toContain('access_token=');
    expect(await personOf(id)).toMatchObject({ email: newEmail });
  });

  it('gets the confirmation mail again on request', async () => {
    const { email, id, newEmail, mail } = await asked();
    expect(await (await post('/auth/v1/resend', { type: 'email_change', email })).text()).toBe('{}');
    expect(errorOf((await follow(mail.link)).location)).toBe('otp_expired');
    const again = await lastMail(newEmail);
    expect(again.token).not.toBe(mail.token);
    await follow(again.link);
    expect(await personOf(id)).toMatchObject({ email: newEmail });
  });

  it('gets at most one mail per interval, and requests with the old address count too', async () => {
    const slow = await startAuthServer({ emailIntervalMs: 60_000 });
    const { email } = await slow.newPerson();
    slow.clock.advance(60_000);
    const { client } = await slow.signIn(email);
    const wanted = slow.freshEmail();
    expect((await client.auth.updateUser({ email: wanted, current_password: PASSWORD })).error).toBeNull();
    const [first] = (await slow.mails()).filter((mail) => mail.to === wanted);
    const again = await slow.post('/auth/v1/resend', { type: 'email_change', email });
    expect(again.status).toBe(200);
    expect(await slow.lastMail(wanted)).toEqual(first);
    expect(assertFound((await slow.follow(assertFound(first).link)).location.searchParams.get('code'))).toMatch(
      /^[0-9a-f-]{36}$/,
    );
    await slow.close();
  });

  it('gets no confirmation link if it belongs to another user, even if the mail is requested again', async () => {
    const { email, client } = await newPerson();
    const { email: taken } = await newPerson();
    const { error } = await client.auth.updateUser({ email: taken, current_password: PASSWORD });
    expect(error?.code).toBe('email_exists');
    await post('/auth/v1/resend', { type: 'email_change', email });
    expect((await mails()).filter(({ to, kind }) => to === taken && kind === 'email_change')).toEqual([]);
  });

  it('can also be confirmed with the digits from the mail', async () => {
    const { id, newEmail, mail } = await asked();
    const typed = { email: newEmail, token: mail.digits, type: 'email_change' } as const;
    const { error } = await server.client().auth.verifyOtp(typed);
    expect(error).toBeNull();
    expect(await personOf(id)).toMatchObject({ email: newEmail });
  });
});

describe('an anonymous user who adds an address', () => {
  it('gets a full account when the mailed link is followed, and keeps all data', async () => {
    const { client, session, id, email, mail } = await anonymous({ username: 'ana', first_name: 'Ana' });
    expect(await personOf(id)).toMatchObject({ email: null, is_anonymous: true, profile: null, username: null });
    const { location } = await follow(mail.link);
    const { user } = (await client.auth.getUser()).data;
    expect(user).toMatchObject({ id, email, is_anonymous: false });
    expect(user?.identities).toHaveLength(1);
    expect(claimsOf(tokenOf(location))).toMatchObject({ sub: id, is_anonymous: false });
    expect(await personOf(id)).toMatchObject({
      email,
      is_anonymous: false,
      profile: email,
      is_verified: true,
      username: 'ana',
    });
    expect(await modeStatus(session.access_token)).toBe(200);
    expect((await signIn(email)).session.user.id).toBe(id);
  });

  it('keeps the chosen user name in the profile', async () => {
    const { client, id, mail } = await anonymous({ username: 'ana' });
    await client.from('users').update({ username: 'propia' }).eq('id', id);
    await follow(mail.link);
    expect(await personOf(id)).toMatchObject({ username: 'propia' });
  });

  it('keeps the password if the mail is sent again', async () => {
    const { id, email, mail } = await anonymous();
    await post('/auth/v1/resend', { type: 'email_change', email });
    expect(errorOf((await follow(mail.link)).location)).toBe('otp_expired');
    await follow((await lastMail(email)).link);
    expect((await signIn(email)).session.user.id).toBe(id);
  });

  it('cannot sign in with the password before the link is followed', async () => {
    const { email } = await anonymous();
    const answer = await post('/auth/v1/token?grant_type=password', { email, password: PASSWORD });
    expect((await jsonOf(answer)).error_code).toBe('invalid_credentials');
  });
});
