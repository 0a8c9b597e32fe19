import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '../testing.tsx';
import { SafetyPanel } from './safety-panel.tsx';

const SAFETY = 'GET /api/v1/account/safety';
const EXCLUDE = 'POST /api/v1/account/self-exclusion';
const DECLARE = 'PUT /api/v1/account/declaration';
const NEW = {
  adult: null,
  country: null,
  declared_at: null,
  ban: null,
  self_excluded_until: null,
  self_excluded_forever: false,
  obstacles: ['declaration_missing', 'insufficient_aal'],
};

let api: FakeApi;
let uninstall: () => void;
beforeEach(() => {
  drawNothing();
  api = new FakeApi().on(SAFETY, ok(NEW));
  uninstall = api.install();
});
afterEach(() => {
  cleanup();
  uninstall();
});

const mount = () => mountPanel(<SafetyPanel anonymous={false} />);

it('says in words what real money still lacks, and when nothing does', async () => {
  mount();
  expect(await screen.findByText(/Declara aquí abajo/)).toBeDefined();
  expect(screen.getByText(/Entra con tu segundo factor/)).toBeDefined();
  cleanup();
  api.on(SAFETY, ok({ ...NEW, obstacles: [] }));
  mount();
  expect(await screen.findByText(/No falta nada/)).toBeDefined();
});

it('takes the declaration and shows a ban with who, since when and where it is written', async () => {
  api.on(DECLARE, () => {
    const ban = { authority: 'CNMV', since: '2019-07-02', source: 'Resolución de la CNMV' };
    const declared = { adult: true, country: 'ES', declared_at: '2026-11-21T10:00:00.000Z' };
    api.on(SAFETY, ok({ ...NEW, ...declared, ban, obstacles: ['country_banned'] }));
    return ok(null);
  });
  mount();
  fireEvent.click(await screen.findByRole('button', { name: 'Guardar declaración' }));
  expect(await screen.findByText('Elige tu país de residencia.')).toBeDefined();
  fireEvent.change(screen.getByLabelText('País de residencia'), { target: { value: 'ES' } });
  fireEvent.click(screen.getByLabelText(/Soy mayor de edad/));
  fireEvent.click(screen.getByRole('button', { name: 'Guardar declaración' }));
  expect(await screen.findByText('Dinero real no disponible en España')).toBeDefined();
  expect(screen.getByText(/CNMV prohíbe desde el 2 jul 2019/)).toBeDefined();
  expect(screen.getByText('Fuente: Resolución de la CNMV')).toBeDefined();
  expect(api.bodies(DECLARE)).toEqual([{ adult: true, country: 'ES' }]);
});

it('says why a declaration was refused', async () => {
  api.on(DECLARE, refused(403, 'self_excluded', 'No se puede ahora.'));
  mount();
  fireEvent.change(await screen.findByLabelText('País de residencia'), { target: { value: 'CO' } });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar declaración' }));
  expect(await screen.findByText('No se puede ahora.')).toBeDefined();
});

it('shuts real money only once it is understood that nothing shortens it', async () => {
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
  expect(await screen.findByText(/Estás autoexcluido hasta el 21 de diciembre de 2026/)).toBeDefined();
  expect(api.bodies(EXCLUDE)).toEqual([{ period: '30d' }]);
});

it('keeps the question open and says why where the exclusion was refused', async () => {
  api.on(EXCLUDE, refused(409, 'self_exclusion_shorter', 'No se puede acortar.'));
  mount();
  fireEvent.click(await screen.findByRole('button', { name: 'Autoexcluirme' }));
  const asked = within(await screen.findByRole('dialog'));
  fireEvent.click(asked.getByRole('checkbox'));
  fireEvent.click(asked.getByRole('button', { name: 'Autoexcluirme ahora' }));
  expect(await asked.findByText('No se puede acortar.')).toBeDefined();
});

it('offers nothing more to who has shut himself out for good', async () => {
  api.on(SAFETY, ok({ ...NEW, self_excluded_forever: true }));
  mount();
  expect(await screen.findByText('Estás autoexcluido para siempre.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Autoexcluirme' })).toBeNull();
});

it('says in words why the state did not come', async () => {
  api.on(SAFETY, refused(503, 'service_unavailable', 'No disponible.'));
  mount();
  expect(await screen.findByText('No disponible.')).toBeDefined();
  api.on(SAFETY, ok(NEW));
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(screen.queryByText('No disponible.')).toBeNull());
});
