import { useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { PROOF_HEADER } from '@vigia/contract';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { Button } from '#shared/ui/button.tsx';
import { ProofLauncher } from './proof-launcher.tsx';

const ACT = 'POST /api/v1/account/bot-tokens';
const ASKS = 'GET /api/v1/account/proof';
const GIVE = 'POST /api/v1/account/proof';
const GIVEN = ok({ proof: '1.abc', expires_at: '2026-11-26T02:05:00.000Z' });
const NEEDED = refused(403, 'proof_needed', 'Confirma.');

afterEach(cleanup);

/** A screen with one action that requires a re-authentication proof. */
function Act() {
  const queries = useQueryClient();
  const [said, setSaid] = useState('');
  const act = () =>
    apiOf(queries)
      .post('/api/v1/account/bot-tokens', { schema: z.unknown(), body: { name: 'x' } })
      .then(
        () => setSaid('done'),
        (failure: unknown) => setSaid(problemOf(failure)),
      );
  return (
    <>
      <Button onClick={() => void act()}>act</Button>
      <output>{said}</output>
      <ProofLauncher />
    </>
  );
}

/** A fake server that accepts the action only with a re-authentication proof. */
function guarded(asks: string): FakeApi {
  const api = new FakeApi().on(ASKS, ok({ asks })).on(GIVE, GIVEN);
  return api.on(ACT, ({ headers }) => (headers.get(PROOF_HEADER) === '1.abc' ? ok(null) : NEEDED));
}

async function begin(api: FakeApi) {
  const { backend } = mountPanel(<Act />, { api });
  fireEvent.click(await screen.findByRole('button', { name: 'act' }));
  return { backend, asked: within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' })) };
}
const done = () => waitFor(() => expect(screen.getByRole('status').textContent).toBe('done'));

it('the proof dialog asks for the password, and then the refused request is repeated with the proof', async () => {
  const api = guarded('password');
  const { asked } = await begin(api);
  fireEvent.change(await asked.findByLabelText('Tu contraseña'), { target: { value: 'la de siempre' } });
  fireEvent.click(asked.getByRole('button', { name: 'Confirmar' }));
  await done();
  expect(api.bodies(GIVE)).toEqual([{ password: 'la de siempre' }]);
  expect(api.bodies(ACT)).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('1.abc');

  fireEvent.click(screen.getByRole('button', { name: 'act' }));
  await waitFor(() => expect(api.bodies(ACT)).toHaveLength(3));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the proof dialog repeats a request only once, even if the server refuses it again', async () => {
  const api = guarded('password').on(ACT, NEEDED);
  const { asked } = await begin(api);
  fireEvent.change(await asked.findByLabelText('Tu contraseña'), { target: { value: 'x' } });
  fireEvent.click(asked.getByRole('button', { name: 'Confirmar' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Confirma.'));
  expect(api.bodies(ACT)).toHaveLength(2);
});

it('the proof dialog shows a wrong password at its field, and the request fails when the user closes the dialog', async () => {
  const api = guarded('password').on(GIVE, refused(422, 'current_password_invalid', 'Esa no es tu contraseña actual.'));
  const { asked } = await begin(api);
  fireEvent.click(await asked.findByRole('button', { name: 'Confirmar' }));
  expect(await asked.findByText('Escribe tu contraseña.')).toBeDefined();
  fireEvent.change(asked.getByLabelText('Tu contraseña'), { target: { value: 'otra' } });
  fireEvent.click(asked.getByRole('button', { name: 'Confirmar' }));
  expect(await asked.findByText('Esa no es tu contraseña actual.')).toBeDefined();
  fireEvent.click(asked.getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Confirma.'));
  expect(api.bodies(ACT)).toHaveLength(1);
});

it('the proof dialog asks for a code of the second factor, or for a recovery code', async () => {
  const api = guarded('code').on(GIVE, refused(422, 'code_invalid', 'Ese código no vale.'));
  const { asked } = await begin(api);
  fireEvent.change(await asked.findByLabelText('Código de seis dígitos'), { target: { value: '123456' } });
  expect(await asked.findByText(/Ese código no vale/)).toBeDefined();
  fireEvent.click(asked.getByRole('button', { name: 'Usar un código de recuperación' }));
  fireEvent.change(asked.getByLabelText('Código de recuperación'), { target: { value: 'AAAA-BBBB' } });
  api.on(GIVE, GIVEN);
  fireEvent.click(asked.getByRole('button', { name: 'Confirmar' }));
  await done();
  expect(api.bodies(GIVE)).toEqual([{ code: '123456' }, { code: 'AAAA-BBBB' }]);
});

it('the proof dialog requests a mail with digits for a user without a password, and asks for the digits', async () => {
  const api = guarded('mailed_digits');
  const { asked, backend } = await begin(api);
  fireEvent.click(await asked.findByRole('button', { name: 'Enviarme un código por correo' }));
  fireEvent.change(await asked.findByLabelText('Código que te enviamos por correo'), { target: { value: '654321' } });
  await done();
  expect(backend.argumentsOf('mailProofDigits')).toEqual([[]]);
  expect(api.bodies(GIVE)).toEqual([{ mailed_digits: '654321' }]);
});

it('the proof dialog shows why it could not find out which proof is required, and retries on a click', async () => {
  const api = guarded('password').on(ASKS, refused(503, 'service_unavailable', 'No disponible.'));
  const { asked } = await begin(api);
  expect(await asked.findByText('No disponible.')).toBeDefined();
  api.on(ASKS, ok({ asks: 'password' }));
  fireEvent.click(asked.getByRole('button', { name: 'Reintentar' }));
  expect(await asked.findByLabelText('Tu contraseña')).toBeDefined();
});
