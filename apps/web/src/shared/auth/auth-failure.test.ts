import { expect, it } from 'vitest';
import { authFailure, dataFailure, problemText } from './auth-failure.ts';
import { RetryAfter } from './retry-after.ts';

it('authFailure reads the waiting time from Retry-After, else from the message, and else returns one minute', () => {
  const refusal = { code: 'over_email_send_rate_limit', status: 429 };
  const spoken = { ...refusal, message: 'For security purposes, you can only request this after 17 seconds.' };
  expect(authFailure(refusal, 42).retryAfterS).toBe(42);
  expect(authFailure(spoken).retryAfterS).toBe(17);
  expect(authFailure(refusal).retryAfterS).toBe(60);
  expect(authFailure({ code: 'invalid_credentials', status: 400 }, 42).retryAfterS).toBeNull();
});

it('RetryAfter stores the Retry-After header of a response until it is cleared', async () => {
  const retryAfter = new RetryAfter(async () => new Response(null, { status: 429, headers: { 'retry-after': '4.2' } }));
  expect(retryAfter.lastS).toBeNull();
  await retryAfter.fetch('/');
  expect(retryAfter.lastS).toBe(5);
  retryAfter.forget();
  expect(retryAfter.lastS).toBeNull();
});

it.each([
  [{ code: '42501', message: 'permission denied' }, 403, 'No puedes cambiar ese dato.'],
  [{ code: '23514', message: 'check' }, 400, 'Revisa los datos del formulario.'],
  [{ code: 'PGRST301', message: 'JWT' }, 401, 'Tu sesión ya no es válida. Inicia sesión nuevamente.'],
  [{ message: 'TypeError: Failed to fetch' }, 0, /Revisa tu conexión/],
  [{ message: 'down' }, 503, /No pudimos comunicarnos con el servidor/],
])('dataFailure converts an error of the profile service to a message for the user (%#)', (error, status, words) => {
  expect(dataFailure(error, status).message).toMatch(words);
});

it('problemText does not show the browser’s own English message', () => {
  expect(problemText(new TypeError('Failed to fetch dynamically imported module'))).toMatch(/No pudimos comunicarnos/);
});
