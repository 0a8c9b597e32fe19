import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AuthFailure } from '#shared/auth/auth-failure.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { SecurityPanel } from './security-panel.tsx';

const CODES = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-000${index}`);
const LEFT = 'GET /api/v1/account/recovery-codes';
const MAKE = 'POST /api/v1/account/recovery-codes';

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi().on(LEFT, ok({ left: 8 })).on(MAKE, ok({ codes: CODES }));
});
afterEach(() => {
  cleanup();
});

const dialog = async () => within(await screen.findByRole('dialog'));
/** Enters a code. The sixth digit submits it. */
const enterCode = async (code: string) => {
  const form = await dialog();
  fireEvent.change(form.getByLabelText('Código de seis dígitos'), { target: { value: code } });
};

it('the security panel sets up a second factor, and the dialog closes only after the ten codes are saved', async () => {
  const { backend } = mountPanel(<SecurityPanel />, { api });
  backend.recoveryCodes = CODES;
  fireEvent.click(await screen.findByRole('button', { name: 'Activar segundo factor' }));
  expect((await dialog()).getByText(/cerraremos tus demás sesiones y pausaremos tus tokens/)).toBeDefined();
  fireEvent.click((await dialog()).getByRole('button', { name: 'Continuar' }));
  expect(await screen.findByAltText('Código QR para tu aplicación de autenticación')).toBeDefined();
  expect(backend.argumentsOf('enrollFactor')).toEqual([['Mi teléfono']]);

  await enterCode('12');
  fireEvent.click(screen.getByRole('button', { name: 'Activar' }));
  expect(await screen.findByText(/seis (números|dígitos)\./)).toBeDefined();
  backend.faults.confirmFactor = new AuthFailure('mfa_verification_failed', 'Ese código no vale.');
  await enterCode('123 456');
  expect(await screen.findByText('Ese código no vale.')).toBeDefined();
  backend.faults.confirmFactor = null;
  await waitFor(() => expect(screen.getByRole('button', { name: 'Activar' }).hasAttribute('disabled')).toBe(false));
  await enterCode('654 321');

  for (const code of CODES) expect(await screen.findByText(code)).toBeDefined();
  expect(backend.argumentsOf('confirmFactor').at(-1)).toEqual(['f-1', '654321']);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Copiar los diez códigos'));
  expect(screen.queryByRole('button', { name: 'Cerrar' })).toBeNull();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(await screen.findByText(/pulsa «Ya los guardé» para cerrar/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Ya los guardé' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body.textContent).not.toContain(CODES[0]);
});

it('the security panel removes a second factor whose first code was never entered', async () => {
  const { backend } = mountPanel(<SecurityPanel />, { api });
  fireEvent.click(await screen.findByRole('button', { name: 'Activar segundo factor' }));
  fireEvent.click((await dialog()).getByRole('button', { name: 'Continuar' }));
  await screen.findByAltText(/Código QR/);
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(backend.argumentsOf('removeFactor')).toEqual([['f-1']]));
});

it('the security panel lists the factors and counts the recovery codes', async () => {
  mountPanel(<SecurityPanel />, { api, factors: ['Mi teléfono'] });
  expect(await screen.findByText('Te quedan 8 de 10 códigos.')).toBeDefined();
  expect(screen.getByText('Mi teléfono')).toBeDefined();
  expect(screen.getByText(/Activo desde el 1 nov/)).toBeDefined();
  expect(screen.queryByText('Quedan pocos')).toBeNull();
});

it('the security panel asks for a code if the removal of a factor requires it, and removes the factor', async () => {
  const { backend } = mountPanel(<SecurityPanel />, { api, factors: ['Mi teléfono'] });
  backend.faults.removeFactor = new AuthFailure('insufficient_aal', 'Falta el segundo factor.');
  fireEvent.click(await screen.findByRole('button', { name: 'Quitar el segundo factor Mi teléfono' }));
  fireEvent.click((await dialog()).getByRole('button', { name: 'Quitar' }));
  const asked = await screen.findByRole('dialog', { name: 'Confirma que eres tú' });
  backend.faults.removeFactor = null;
  fireEvent.change(within(asked).getByLabelText('Código de seis dígitos'), { target: { value: '123456' } });
  await waitFor(() => expect(backend.argumentsOf('removeFactor')).toEqual([['factor-0'], ['factor-0']]));
  expect(backend.argumentsOf('passSecondFactor')).toEqual([['123456']]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the security panel accepts a recovery code instead of six digits, and does nothing if its dialog is closed', async () => {
  const { backend } = mountPanel(<SecurityPanel />, { api, factors: ['Mi teléfono'] });
  api.on(MAKE, refused(403, 'insufficient_aal', 'Falta el segundo factor.'));
  fireEvent.click(await screen.findByRole('button', { name: 'Generar nuevos' }));
  fireEvent.click((await dialog()).getByRole('button', { name: 'Generar nuevos' }));
  let asked = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }));
  fireEvent.click(asked.getByRole('button', { name: 'Cerrar' }));
  expect(await screen.findByText('Falta el segundo factor.')).toBeDefined();

  fireEvent.click((await dialog()).getByRole('button', { name: 'Generar nuevos' }));
  asked = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }));
  fireEvent.click(asked.getByRole('button', { name: 'Usar un código de recuperación' }));
  fireEvent.change(asked.getByLabelText('Código de recuperación'), { target: { value: 'AAAA-BBBB' } });
  api.on(MAKE, ok({ codes: CODES }));
  fireEvent.click(asked.getByRole('button', { name: 'Confirmar' }));
  expect(await screen.findByText(CODES[9] ?? '')).toBeDefined();
  expect(backend.argumentsOf('passWithRecoveryCode')).toEqual([['AAAA-BBBB']]);
});

it('the security panel explains why the number of recovery codes could not be loaded', async () => {
  api.on(LEFT, refused(503, 'service_unavailable', 'No disponible.'));
  mountPanel(<SecurityPanel />, { api, factors: ['Mi teléfono'] });
  expect(await screen.findByText('No disponible.')).toBeDefined();
  api.on(LEFT, ok({ left: 1 }));
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Te queda 1 de 10 códigos.')).toBeDefined();
  expect(screen.getByText('Quedan pocos')).toBeDefined();
});

it('the security panel invites an anonymous demo user to create an account', async () => {
  mountPanel(<SecurityPanel />, { api, anonymous: true });
  expect(await screen.findByRole('link', { name: 'Crea tu cuenta' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Activar segundo factor' })).toBeNull();
});
