import { DELETE_ACCOUNT_PHRASE } from '@vigia/contract';
import { REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { mailTo, SUBJECT } from '../support/mailbox.ts';
import { PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Requests that the server must refuse if their session has no re-authentication proof. */
const DANGEROUS = [
  ['POST', '/api/v1/account/bot-tokens', { name: 'bot', scopes: ['trade'], expires_in_days: 365 }],
  ['POST', '/api/v1/account/recovery-codes', {}],
  ['POST', '/api/v1/multi-broker/connect/deriv', { api_token: 'pat_de_otra_persona' }],
  ['POST', '/api/v1/trading/mode/switch', { mode: 'iqoption_real', confirm: REAL_MONEY_PHRASE }],
  ['POST', '/api/v1/account/delete', { confirm: DELETE_ACCOUNT_PHRASE }],
  ['GET', '/api/v1/account/export', null],
] as const;
const Refusal = z.object({ error: z.object({ code: z.string() }) });
const Safety = z.object({ data: z.object({ security_wait: z.object({ reason: z.string() }).nullable() }) });

/**
 * Sends a request with a session but without a proof of identity.
 * @returns the error code of the refusal, or the status of a success
 */
async function tryAct(url: string, token: string, [method, path, body]: (typeof DANGEROUS)[number]): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return answer.ok ? String(answer.status) : Refusal.parse(await answer.json()).error.code;
}

const NEW_PASSWORD = 'Otra marea, otro puerto 17';

test(
  'an owner takes the account back by mail after a thief added a second factor to the stolen session',
  { tag: '@gate' },
  async ({ page, server, people, browserFaults }, info) => {
    const { email, session: stolen } = await people.confirmed('Lucia');
    const refused = await Promise.all(DANGEROUS.map((act) => tryAct(server.url, stolen.access_token, act)));
    // For a deletion, the server also accepts the password in the request body as the proof.
    expect(new Set(refused)).toEqual(new Set(['proof_needed', 'reauthentication_needed']));
    // The second thief also knows the password.
    const thief = await people.addSecondFactor(stolen, 'Teléfono ajeno');
    const { undo } = await mailTo(server, email, SUBJECT.factorAdded);
    const { data: safety } = Safety.parse(await people.api('/api/v1/account/safety', thief.session));
    expect(safety.security_wait?.reason).toBe('second_factor_added');
    await page.goto('/dev/mailbox');
    await info.attach('mail', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });

    await page.goto(undo);
    await expect(page.getByText('Recibiste un aviso: se añadió un segundo factor.')).toBeVisible();
    await expect(page).toHaveURL(/\/no-fui-yo$/);
    expect(await people.api('/api/v1/trading/mode/current', thief.session)).toBeDefined();
    await page.getByRole('button', { name: 'No fui yo: proteger mi cuenta' }).click();
    await expect(page.getByRole('heading', { name: 'Elige una contraseña nueva' })).toBeVisible();
    await expect(page.getByText(/Quitamos el segundo factor que no era tuyo/)).toBeVisible();
    await expect(people.api('/api/v1/trading/mode/current', thief.session)).rejects.toMatchObject({
      code: 'not_authenticated',
    });
    await mailTo(server, email, SUBJECT.protectedNow);

    await expect(page.getByLabel('Correo')).toHaveValue(email);
    await page.getByRole('button', { name: 'Enviar correo' }).click();
    await page.getByLabel('Código de seis números').fill((await mailTo(server, email, SUBJECT.recovery)).digits);
    await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(people.signIn(email, PASSWORD)).rejects.toThrow(/invalid_credentials/);

    await page.goto('/connections');
    await expect(page.getByText(/^El dinero real espera hasta .+, porque cambió tu contraseña/)).toBeVisible();

    await page.goto(undo);
    await page.getByRole('button', { name: 'No fui yo: proteger mi cuenta' }).click();
    await expect(page.getByText('Este enlace caducó o ya se usó.')).toBeVisible();
    browserFaults.expect(/status of 403/);
    // The mailbox shows a mail in a frame without scripts. A screenshot runs a script in every frame, so the browser
    // logs an error.
    browserFaults.expect(/Blocked script execution in 'about:srcdoc'/);
  },
);

test('without the second factor, the owner can start a waiting time of one day, and a use of the factor cancels it', async ({
  page,
  server,
  people,
}) => {
  const { email, authenticator } = await people.withSecondFactor('Lucia');
  await page.goto('/forgot-password');
  await page.getByLabel('Correo').fill(email);
  await page.getByRole('button', { name: 'Enviar correo' }).click();
  await page.getByLabel('Código de seis números').fill((await mailTo(server, email, SUBJECT.recovery)).digits);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByRole('button', { name: 'Recuperar sin el segundo factor' }).click();
  await page.getByRole('button', { name: 'Empezar la espera de 24 horas' }).click();
  await expect(page.getByText(/^Podrás quitar el segundo factor desde el /)).toBeVisible();
  expect((await mailTo(server, email, SUBJECT.factorReset)).undo).not.toBe('');

  await page.reload();
  await expect(page.getByText(/^Podrás quitar el segundo factor desde el /)).toBeVisible();
  await page.getByLabel('Código de tu aplicación').fill(await authenticator.nextCode());
  await expect(page.getByLabel('Contraseña nueva')).toBeVisible();
});
