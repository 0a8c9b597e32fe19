import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { RiskLimitsView } from '@vigia/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { authFailure } from '#shared/auth/auth-failure.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeBackend, PROFILE, sessionOf } from '#shared/test/fake-backend.ts';
import { limitsOf } from '#shared/test/limits.ts';
import { mountPage, press, type } from '#shared/test/mount-page.tsx';
import { testServices } from '#shared/test/test-services.ts';
import { ProfilePage } from './profile-page.tsx';

let backend: FakeBackend;
let waiting: RiskLimitsView['waiting']['max_concurrent_trades'];
beforeEach(() => {
  drawNothing();
  backend = new FakeBackend();
  backend.initial = sessionOf();
  waiting = null;
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const mount = () => {
  const services = testServices(async () =>
    Response.json({ success: true, data: limitsOf({ max_concurrent_trades: waiting }) }),
  );
  return mountPage({ backend, services, at: '/profile', pages: { '/profile': ProfilePage } });
};
const savedChanges = () => backend.argumentsOf('saveProfile').map(([, changes]) => changes);

it('the profile page saves only changed fields and reloads the profile', async () => {
  await mount();
  await screen.findByDisplayValue('camila');
  type('Nombre', 'Camila María');
  type('Monto por defecto', '12,50');
  press('Alto');
  press('Guardar cambios');
  await waitFor(() =>
    expect(savedChanges()).toEqual([{ first_name: 'Camila María', default_trade_amount: 12.5, risk_level: 'high' }]),
  );
  await waitFor(() => expect(backend.argumentsOf('loadProfile')).toHaveLength(2));
});

it('the profile page sends no request if nothing changed', async () => {
  await mount();
  await screen.findByDisplayValue('camila');
  press('Guardar cambios');
  await act(async () => {});
  expect(savedChanges()).toEqual([]);
});

it.each([
  ['Monto por defecto', '0', 'Escribe un monto mayor que cero, con dos decimales como máximo.'],
  ['Monto por defecto', '1.005', 'Escribe un monto mayor que cero, con dos decimales como máximo.'],
  ['Operaciones activas a la vez, como máximo', '101', 'Escribe un número entero de 1 a 100.'],
  ['Nombre de usuario', 'ab', 'Usa al menos 3 caracteres.'],
  ['Teléfono', 'abc', /código de país/],
])('the profile page shows at the field %s why the value %s is invalid', async (label, value, words) => {
  await mount();
  await screen.findByDisplayValue('camila');
  type(label, value);
  press('Guardar cambios');
  expect(await screen.findByText(words)).toBeDefined();
  expect(savedChanges()).toEqual([]);
});

it('the profile page shows the current limit and the time from which a raised limit applies', async () => {
  waiting = { value: 7, from: '2099-11-22T14:32:00.000Z' };
  await mount();
  expect(await screen.findByText('Sube a 7 el 22 nov a las 14:32.')).toBeDefined();
  expect(screen.getByDisplayValue('3')).toBeDefined();
});

it('the profile page keeps typed values and shows the reason if saving fails', async () => {
  backend.faults.saveProfile = authFailure({ status: 503 });
  await mount();
  await screen.findByDisplayValue('camila');
  type('Apellido', 'Rojas');
  press('Guardar cambios');
  expect(await screen.findByText(/No pudimos comunicarnos con el servidor/)).toBeDefined();
  expect(screen.getByDisplayValue('Rojas')).toBeDefined();
});

it('the profile page changes the password with the correct current password, and reports a wrong one', async () => {
  await mount();
  backend.faults.changeUser = authFailure({ code: 'current_password_invalid', status: 400 });
  const [, current] = screen.getAllByLabelText('Contraseña actual');
  if (current) fireEvent.change(current, { target: { value: 'la de antes' } });
  type('Contraseña nueva', 'un faro en la niebla');
  press('Cambiar contraseña');
  expect(await screen.findByText('Esa no es tu contraseña actual.')).toBeDefined();
  expect(document.activeElement).toBe(current);
  expect(current?.getAttribute('aria-invalid')).toBe('true');
  expect(backend.argumentsOf('changeUser')).toEqual([
    [{ currentPassword: 'la de antes', password: 'un faro en la niebla' }],
  ]);
});

it('the profile page requests a change of address, waits for the confirmation mail and accepts its code', async () => {
  backend.next = sessionOf({ new_email: 'otra@correo.com' });
  await mount();
  type('Correo nuevo', 'otra@correo.com');
  const [current] = screen.getAllByLabelText('Contraseña actual');
  if (current) fireEvent.change(current, { target: { value: 'la de antes' } });
  press('Cambiar correo');
  expect(await screen.findByText(/Te enviamos un correo a otra@correo\.com/)).toBeDefined();
  press('Reenviar');
  await waitFor(() => expect(backend.argumentsOf('resend')).toEqual([['email_change', 'camila@correo.com']]));
  backend.next = sessionOf({ email: 'otra@correo.com' });
  backend.profile = { ...PROFILE, email: 'otra@correo.com' };
  type('Código de seis números', '123456');
  expect(await screen.findByText('Entras con otra@correo.com.')).toBeDefined();
  expect(backend.argumentsOf('verifyCode')).toEqual([['email_change', 'otra@correo.com', '123456']]);
});

it('the profile page checks whether the new address is confirmed when the user returns to the window', async () => {
  backend.initial = sessionOf({ new_email: 'otra@correo.com' });
  backend.next = backend.initial;
  await mount();
  await screen.findByText(/Te enviamos un correo a otra@correo\.com/);
  backend.next = sessionOf({ email: 'otra@correo.com' });
  fireEvent(document, new Event('visibilitychange'));
  expect(await screen.findByText('Entras con otra@correo.com.')).toBeDefined();
});

it('the profile page shows the new address once it is confirmed, even if another device confirms it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    backend.initial = sessionOf({ email: '', is_anonymous: true, new_email: 'camila@correo.com' });
    backend.next = backend.initial;
    await mount();
    await screen.findByText(/Te enviamos un correo a camila@correo\.com/);
    expect(backend.argumentsOf('renewSession')).toHaveLength(1);
    backend.next = sessionOf();
    act(() => {
      vi.advanceTimersByTime(10_000);
    });
    expect(await screen.findByText('Entras con camila@correo.com.')).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});

it('the profile page turns an anonymous demo user into a registered user with the same user id', async () => {
  const demo = { email: '', is_anonymous: true };
  backend.initial = sessionOf(demo);
  backend.next = sessionOf({ ...demo, new_email: 'camila@correo.com' });
  await mount();
  expect(screen.queryByLabelText('Correo nuevo')).toBeNull();
  type('Correo', 'camila@correo.com');
  type('Contraseña', 'un faro en la niebla');
  press('Crear mi cuenta');
  expect(await screen.findByText('Para crear una cuenta debes marcar esta casilla.')).toBeDefined();
  fireEvent.click(screen.getByRole('checkbox'));
  press('Crear mi cuenta');
  await screen.findByText(/Te enviamos un correo a camila@correo\.com/);
  expect(document.activeElement).toBe(screen.getByLabelText('Código de seis números'));
  expect(backend.argumentsOf('changeUser')).toEqual([
    [{ email: 'camila@correo.com', password: 'un faro en la niebla' }],
  ]);
  backend.next = sessionOf();
  type('Código de seis números', '123456');
  expect(await screen.findByText('Entras con camila@correo.com.')).toBeDefined();
});
