import { cleanup, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeApi, mountPanel, refused } from '#shared/test/mount-panel.tsx';
import { connectedTo } from '../testing.ts';
import { ConsentOutcome } from './consent-outcome.tsx';

const FINISH = 'POST /api/v1/multi-broker/consent/deriv/finish';
const ANSWER = 'code=90071992547409931&state=la-marca';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});
afterEach(cleanup);

const mount = (query: string) =>
  mountPanel(
    <StrictMode>
      <ConsentOutcome answer={{ broker: 'deriv', query: new URLSearchParams(query) }} />
    </StrictMode>,
    { api },
  );

it('the result of an OAuth sign-in connects the broker only once, and shows progress and success', async () => {
  let answer: () => void = () => undefined;
  api.on(
    FINISH,
    () =>
      new Promise((resolve) => {
        answer = () =>
          resolve({ status: 200, body: { success: true, message: 'Conectado.', ...connectedTo('deriv') } });
      }),
  );
  mount(ANSWER);
  expect(await screen.findByText('Terminando de conectar con Deriv…')).toBeDefined();
  await waitFor(() => expect(api.bodies(FINISH)).toHaveLength(1));
  answer();
  expect(await screen.findByText('Deriv conectado')).toBeDefined();
  expect(api.bodies(FINISH)).toEqual([{ code: '90071992547409931', state: 'la-marca' }]);
});

it.each([
  ['broker_consent_expired', 'El permiso de Deriv caducó.'],
  ['broker_consent_used', 'Ese permiso de Deriv ya se usó.'],
  ['broker_consent_foreign', 'Ese permiso de Deriv lo pidió otra persona de Vigía.'],
])('the result of an OAuth sign-in shows the message of %s and is not retried', async (code, sentence) => {
  api.on(FINISH, refused(409, code, sentence));
  mount(ANSWER);
  expect((await screen.findByRole('alert')).textContent).toBe(`No se conectó nada${sentence}`);
  expect(api.bodies(FINISH)).toHaveLength(1);
});

it.each([
  ['error=access_denied&state=x', /^No se conectó nadaNo diste el permiso en la página de Deriv\./],
  ['error=server_error&state=x', /^No se conectó nadaDeriv no pudo darte el permiso\./],
  ['code=x', /^No se conectó nadaDeriv no pudo darte el permiso\./],
  ['', /^No se conectó nadaDeriv no pudo darte el permiso\./],
])('the result of an OAuth sign-in sends no request if the redirect parameters are «%s»', async (query, sentence) => {
  mount(query);
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
  expect(api.bodies(FINISH)).toEqual([]);
});
