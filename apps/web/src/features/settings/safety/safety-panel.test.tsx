import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { safetyWith } from '#shared/test/safety.ts';
import { SafetyPanel } from './safety-panel.tsx';

const SAFETY = 'GET /api/v1/account/safety';
const EXCLUDE = 'POST /api/v1/account/self-exclusion';
const DECLARE = 'PUT /api/v1/account/declaration';
const NEW = safetyWith('declaration_missing', 'insufficient_aal');

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi().on(SAFETY, ok(NEW));
});
afterEach(() => {
  cleanup();
});

const mount = () => mountPanel(<SafetyPanel anonymous={false} />, { api });

it('the safety panel lists the conditions for real money and marks the conditions that are met', async () => {
  api.on(SAFETY, ok({ ...NEW, adult: true, obstacles: ['self_excluded', 'country_banned', 'insufficient_aal'] }));
  mount();
  expect(await screen.findByText(/^Antes de operar con dinero real/)).toBeDefined();
  const conditions = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(conditions).toEqual([
    'Cumplido: Declarar que eres mayor de edad y tu país de residencia.',
    'Pendiente: Entrar con tu segundo factor.',
    'Cumplido: Fijar tu límite de pérdida diaria en USD.',
    'Cumplido: Tener una conexión con un bróker que funcione, en Conexiones.',
  ]);
  expect(screen.getByRole('link', { name: 'segundo factor' }).getAttribute('href')).toBe('#seguridad');
  expect(screen.getByRole('link', { name: 'límite de pérdida diaria' }).getAttribute('href')).toBe(
    '/settings?libro=real-USD#limites',
  );
});

it('the safety panel shows the declaration of a minor separately from the conditions that a user can meet', async () => {
  api.on(SAFETY, ok({ ...NEW, adult: false, country: 'CO', obstacles: ['underage'] }));
  mount();
  expect(await screen.findByText('Declaraste que eres menor de edad')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Soy menor de edad').checked).toBe(true);
});

it('the safety panel submits the declaration of country and age, and shows a ban with authority, date and source', async () => {
  api.on(DECLARE, () => {
    const ban = { authority: 'CNMV', since: '2019-07-02', source: 'Resolución de la CNMV' };
    const declared = { adult: true, country: 'ES', declared_at: '2026-11-21T10:00:00.000Z' };
    const after = { ...NEW, ...declared, ban, obstacles: ['country_banned'] };
    api.on(SAFETY, ok(after));
    return ok(after);
  });
  mount();
  const save = await screen.findByRole('button', { name: 'Guardar declaración' });
  const asked = [screen.getByLabelText('Soy mayor de edad'), screen.getByLabelText('País de residencia'), save];
  expect([...document.querySelectorAll('input[value=adult], select, button[type=submit]')]).toEqual(asked);
  fireEvent.click(save);
  expect(await screen.findByText('Elige tu país de residencia.')).toBeDefined();
  expect(screen.getByText('Responde si eres mayor o menor de edad.')).toBeDefined();
  fireEvent.change(screen.getByLabelText('País de residencia'), { target: { value: 'ES' } });
  fireEvent.click(screen.getByLabelText('Soy mayor de edad'));
  fireEvent.click(screen.getByRole('button', { name: 'Guardar declaración' }));
  expect(await screen.findByText('Dinero real no disponible en España')).toBeDefined();
  expect(screen.getByText(/^La CNMV prohíbe desde el 2 jul 2019/)).toBeDefined();
  expect(screen.getByText('Fuente: Resolución de la CNMV')).toBeDefined();
  expect(api.bodies(DECLARE)).toEqual([{ adult: true, country: 'ES' }]);
});

it('the safety panel shows a pending declaration, and withdraws it by sending the current declaration again', async () => {
  const declared = { ...NEW, adult: true, country: 'ES', declared_at: '2026-11-21T10:00:00.000Z' };
  const from = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  api.on(SAFETY, ok({ ...declared, waiting: { adult: true, country: 'MX', from } }));
  api.on(DECLARE, () => {
    api.on(SAFETY, ok(declared));
    return ok(declared);
  });
  mount();
  expect(await screen.findByText(/^Desde mañana a las? \d\d:\d\d: México, mayor de edad\./)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar cambio' }));
  await waitFor(() => expect(screen.queryByText(/México, mayor de edad/)).toBeNull());
  expect(api.bodies(DECLARE)).toEqual([{ adult: true, country: 'ES' }]);
});

it('the safety panel explains why the server rejected a declaration', async () => {
  api.on(DECLARE, refused(403, 'self_excluded', 'No se puede ahora.'));
  mount();
  fireEvent.change(await screen.findByLabelText('País de residencia'), { target: { value: 'CO' } });
  fireEvent.click(screen.getByLabelText('Soy menor de edad'));
  fireEvent.click(screen.getByRole('button', { name: 'Guardar declaración' }));
  expect(await screen.findByText('No se puede ahora.')).toBeDefined();
  expect(api.bodies(DECLARE)).toEqual([{ adult: false, country: 'CO' }]);
});

it('the safety panel starts a self-exclusion only after the user confirms that the exclusion cannot be shortened', async () => {
  api.on(EXCLUDE, () => {
    api.on(SAFETY, ok({ ...NEW, self_excluded_until: '2026-12-21T15:30:00.000Z' }));
    return ok(null);
  });
  mount();
  fireEvent.click(await screen.findByRole('button', { name: '30 días' }));
  fireEvent.click(screen.getByRole('button', { name: 'Autoexcluirme' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Autoexclusión: 30 días' }));
  const confirm = asked.getByRole('button', { name: 'Autoexcluirme ahora' });
  expect(confirm.hasAttribute('disabled')).toBe(true);
  fireEvent.click(asked.getByLabelText('Entiendo que no se puede acortar ni deshacer'));
  fireEvent.click(confirm);
  expect(await screen.findByText(/^Autoexclusión en curso hasta el 21 dic 2026, \d\d:\d\d\.$/)).toBeDefined();
  expect(api.bodies(EXCLUDE)).toEqual([{ period: '30d' }]);
  await waitFor(() => expect(document.querySelector('[aria-pressed=true]')).toBeNull());
});

it('the safety panel preselects no period, and disables periods that would end before the current self-exclusion', async () => {
  api.on(SAFETY, ok({ ...NEW, self_excluded_until: '2099-12-21T15:30:00.000Z' }));
  mount();
  fireEvent.click(await screen.findByRole('button', { name: 'Autoexcluirme' }));
  expect(screen.getByText('Elige por cuánto tiempo.')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  for (const period of ['24 horas', '7 días', '30 días']) {
    expect(screen.getByRole('button', { name: period }).hasAttribute('disabled')).toBe(true);
  }
  expect(screen.getByRole('button', { name: 'Para siempre' }).hasAttribute('disabled')).toBe(false);
  expect(screen.getByText(/^Los plazos que terminarían antes/)).toBeDefined();
});

async function excludeFor(period: string) {
  fireEvent.click(await screen.findByRole('button', { name: period }));
  fireEvent.click(screen.getByRole('button', { name: 'Autoexcluirme' }));
  const asked = within(await screen.findByRole('dialog'));
  fireEvent.click(asked.getByRole('checkbox'));
  fireEvent.click(asked.getByRole('button', { name: 'Autoexcluirme ahora' }));
  return asked;
}

it('the safety panel keeps the dialog open and shows the reason if the server rejects the exclusion', async () => {
  api.on(EXCLUDE, refused(503, 'service_unavailable', 'No disponible.'));
  mount();
  const asked = await excludeFor('7 días');
  expect(await asked.findByText('No disponible.')).toBeDefined();
});

it('the safety panel shows, in local time, the end of a longer self-exclusion that was started on another device', async () => {
  api.on(EXCLUDE, () => {
    api.on(SAFETY, ok({ ...NEW, self_excluded_until: '2099-12-21T15:30:00.000Z' }));
    return refused(409, 'self_exclusion_shorter', 'Hasta el 21 de diciembre a las 15:30 UTC.');
  });
  mount();
  const asked = await excludeFor('7 días');
  const notice = await asked.findByText(/^Autoexclusión en curso hasta el 21 dic 2099, .* No se puede acortar\.$/);
  expect(notice.textContent).not.toContain('UTC');
});

it('the safety panel offers no further self-exclusion during a permanent self-exclusion', async () => {
  api.on(SAFETY, ok({ ...NEW, self_excluded_forever: true }));
  mount();
  expect(await screen.findByText('Autoexclusión en curso, sin fecha de fin.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Autoexcluirme' })).toBeNull();
});

it('the safety panel explains why its data could not be loaded', async () => {
  api.on(SAFETY, refused(503, 'service_unavailable', 'No disponible.'));
  mount();
  expect(await screen.findByText('No disponible.')).toBeDefined();
  api.on(SAFETY, ok(NEW));
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(screen.queryByText('No disponible.')).toBeNull());
});
