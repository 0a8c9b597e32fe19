import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { assetsQuery } from '#shared/lib/assets.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { safetyWith } from '#shared/test/safety.ts';
import { Toaster } from '#shared/ui/toaster.tsx';
import { requestedAccount } from './choice/requested-account.ts';
import { ConnectionsPage } from './connections-page.tsx';
import { brokerOf, brokersResponse, connectedTo, statusOf } from './testing.ts';

const ROOT = '/api/v1/multi-broker';
const LIST = `GET ${ROOT}/brokers`;
const plain = (body: unknown) => ({ status: 200, body });
const answer = (status: unknown) => plain({ success: true, message: 'Hecho.', ...Object(status) });

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const mount = () =>
  mountPanel(
    <>
      <ConnectionsPage />
      <Toaster />
    </>,
    { api },
  );
const card = async (name: string) => within(await screen.findByRole('article', { name }));
type Card = Awaited<ReturnType<typeof card>>;
const press = (where: Card, name: string) => fireEvent.click(where.getByRole('button', { name }));
const fill = (where: Card, label: string, value: string) =>
  fireEvent.change(where.getByLabelText(label), { target: { value } });

it('the connections page shows the kind of access and the bot policy of each broker before it asks for a password', async () => {
  api.on(
    LIST,
    plain(brokersResponse(brokerOf('iqoption'), brokerOf('quotex'), brokerOf('olymptrade'), brokerOf('deriv'))),
  );
  mount();
  const quotex = await card('Quotex');
  expect(quotex.getByText(/^Quotex prohíbe los bots\.$/)).toBeDefined();
  expect(quotex.getByText(/26 oct 2023.*qxbroker\/issues\/19/)).toBeDefined();
  expect(screen.getByText('Solo la conexión con Deriv es oficial.')).toBeDefined();
  expect(quotex.getByText('Conexión no oficial')).toBeDefined();
  expect((await card('Deriv')).getByText('API oficial')).toBeDefined();
  expect((await card('Olymp Trade')).getByText('Conexión no oficial · Experimental')).toBeDefined();
  expect(screen.getByText('Nunca se muestran, ni se escriben en registros.')).toBeDefined();
  expect(quotex.queryByLabelText('Contraseña')).toBeNull();
});

it('the connections page lists brokers with an official API first, and folds its notes without losing a word', async () => {
  api.on(LIST, plain(brokersResponse(brokerOf('iqoption'), brokerOf('quotex'), brokerOf('deriv'))));
  mount();
  await card('Deriv');
  const order = screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'));
  expect(order).toEqual(['Deriv', 'IQ Option', 'Quotex']);
  const notes = screen.getAllByText('Leer más').map((each) => each.closest('details'));
  expect(notes).toHaveLength(5);
  expect(notes.every((note) => note?.open === false)).toBe(true);
  const stored = screen.getByText('Tus credenciales se guardan cifradas.').closest('details');
  expect(stored?.textContent).toContain('Nunca se muestran, ni se escriben en registros. Puedes borrarlas aquí');
});

it('the connections page names a legal ban in the declared country before any broker is connected', async () => {
  const ban = { authority: 'CNMV', since: '2019-07-02', source: 'Resolución de la CNMV' };
  api.on('GET /api/v1/account/safety', ok({ ...safetyWith('country_banned'), country: 'ES', ban }));
  api.on(LIST, plain(brokersResponse(brokerOf('iqoption'))));
  mount();
  expect(await screen.findByText('Dinero real no disponible en España')).toBeDefined();
  expect(screen.getByText(/^La CNMV prohíbe desde el 2 jul 2019/)).toBeDefined();
});

it('the connections page shows until when and why real money is blocked after a security change', async () => {
  const security_wait = { until: '2026-11-22T14:05:00.000Z', reason: 'second_factor_added' };
  api.on('GET /api/v1/account/safety', ok({ ...safetyWith('security_wait'), security_wait }));
  api.on(LIST, plain(brokersResponse(brokerOf('iqoption'))));
  mount();
  expect(await screen.findByText('El dinero real espera')).toBeDefined();
  expect(screen.getByText(/^El dinero real espera hasta .+, porque se añadió un segundo factor\./)).toBeDefined();
});

it('the connections page connects a broker by password, shows the account and stores no credentials locally', async () => {
  const connected = connectedTo('iqoption', { is_active: true });
  api.on(LIST, plain(brokersResponse(brokerOf('iqoption')))).on(`POST ${ROOT}/connect/iqoption`, () => {
    api.on(LIST, plain(brokersResponse(brokerOf('iqoption', connected))));
    return answer(connected);
  });
  mount();
  const iq = await card('IQ Option');
  press(iq, 'Conectar: IQ Option');
  press(iq, 'Conectar');
  expect(await iq.findByText('Escribe el correo con el que entras al bróker.')).toBeDefined();
  fill(iq, 'Correo', ' camila@correo.example ');
  fill(iq, 'Contraseña', ' secreta ');
  press(iq, 'Conectar');
  expect(await iq.findByText('$9,412.60')).toBeDefined();
  expect(api.bodies(`POST ${ROOT}/connect/iqoption`)).toEqual([
    { email: 'camila@correo.example', password: ' secreta ' },
  ]);
  expect(iq.getByText('En uso')).toBeDefined();
  expect(iq.getByText('142 ms · reloj +0.08 s')).toBeDefined();
  expect(iq.getByText('c…@correo.example')).toBeDefined();
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('secreta');
});

it('the connections page offers the broker’s OAuth page next to its token form, if the server offers an OAuth sign-in', async () => {
  api.on(LIST, plain(brokersResponse({ ...brokerOf('deriv'), offers_consent: true }, brokerOf('iqoption'))));
  mount();
  const deriv = await card('Deriv');
  expect(deriv.getByRole('button', { name: 'Entrar con Deriv' })).toBeDefined();
  expect((await card('IQ Option')).queryByRole('button', { name: /^Entrar con/ })).toBeNull();
  press(deriv, 'Conectar: Deriv');
  expect(deriv.getByLabelText('Token de API')).toBeDefined();
  expect(deriv.getByRole('button', { name: 'Entrar con Deriv' })).toBeDefined();
});

it('the connections page asks for a new OAuth sign-in after the broker has refused the renewal', async () => {
  const refusal = { credential_kind: 'oauth', credential_hint: null, error_code: 'broker_auth_invalid' } as const;
  const status = statusOf('deriv', { connection_status: 'error', connection_info: refusal });
  api.on(LIST, plain(brokersResponse({ ...brokerOf('deriv', status), offers_consent: true })));
  mount();
  const deriv = await card('Deriv');
  expect(deriv.getByText(/^Deriv ya no acepta el permiso que diste/)).toBeDefined();
  expect(deriv.getByText('Dado en su página')).toBeDefined();
  expect(deriv.getByRole('button', { name: 'Entrar con Deriv' })).toBeDefined();
  press(deriv, 'Usar otros datos: Deriv');
  expect(deriv.getByLabelText('Token de API')).toBeDefined();
});

it('the connections page offers a new OAuth sign-in before OAuth tokens that cannot be renewed expire', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString();
  const info = { credential_kind: 'oauth', credential_hint: null, expires_at: soon } as const;
  const status = connectedTo('deriv', { connection_info: info });
  api.on(LIST, plain(brokersResponse({ ...brokerOf('deriv', status), offers_consent: true })));
  mount();
  const deriv = await card('Deriv');
  expect(deriv.getByText(/Después Deriv no acepta tu permiso/)).toBeDefined();
  expect(deriv.getByRole('button', { name: 'Entrar con Deriv' })).toBeDefined();
});

it.each([true, false])(
  'the connections page shows that a disconnect has deleted the OAuth tokens (was in use: %s)',
  async (is_active) => {
    const info = { credential_kind: 'oauth', credential_hint: null } as const;
    const status = connectedTo('deriv', { connection_info: info, is_active });
    api
      .on(LIST, plain(brokersResponse(brokerOf('deriv', status))))
      .on(`POST ${ROOT}/disconnect/deriv`, () => answer(statusOf('deriv')));
    mount();
    press(await card('Deriv'), 'Desconectar: Deriv');
    expect(await screen.findByText(/También se borró tu permiso de aquí/)).toBeDefined();
  },
);

it('the connections page shows unknown messages of a broker, and reopens the account after the user accepts them', async () => {
  const oddities = [
    { kind: 'unknown', message: 'option-repriced', count: 2, touches_orders: true },
    { kind: 'unreadable', message: 'news', count: 1, touches_orders: false },
  ] as const;
  const closed = connectedTo('iqoption', { connection_info: { oddities: [...oddities], closed_for_orders: true } });
  const open = connectedTo('iqoption', { connection_info: { oddities: [...oddities], closed_for_orders: false } });
  api
    .on(LIST, plain(brokersResponse(brokerOf('iqoption', closed))))
    .on(`POST ${ROOT}/oddities/iqoption`, () => answer(open));
  mount();
  const iq = await card('IQ Option');
  expect(iq.getByText('El bróker cambió algo: 3 mensajes que no entendemos')).toBeDefined();
  expect(iq.getByText('no conocemos «option-repriced»: 2 veces, sobre órdenes')).toBeDefined();
  expect(iq.getByText(/^Alguno habla de órdenes/)).toBeDefined();
  press(iq, 'Seguir operando: IQ Option');
  expect(await iq.findByText(/^La cuenta acepta órdenes/)).toBeDefined();
});

it('the connections page requests the tradable assets again after a broker is connected', async () => {
  const ASSETS = 'GET /api/v1/trading/assets';
  const connected = connectedTo('iqoption', { is_active: true });
  api
    .on(ASSETS, ok([]))
    .on(
      LIST,
      plain(brokersResponse(brokerOf('iqoption', connectedTo('iqoption', { connection_status: 'disconnected' })))),
    )
    .on(`POST ${ROOT}/connect/iqoption`, () => {
      api.on(LIST, plain(brokersResponse(brokerOf('iqoption', connected))));
      return answer(connected);
    });
  const Assets = () => <output>{useQuery(assetsQuery).data?.length}</output>;
  mountPanel(
    <>
      <Assets />
      <ConnectionsPage />
    </>,
    { api },
  );
  press(await card('IQ Option'), 'Conectar: IQ Option');
  const lastOf = (path: string) => api.calls.findLastIndex((call) => call.path === path);
  await waitFor(() => expect(lastOf(`${ROOT}/connect/iqoption`)).toBeGreaterThan(0));
  await waitFor(() => expect(lastOf('/api/v1/trading/assets')).toBeGreaterThan(lastOf(`${ROOT}/connect/iqoption`)));
});

it('the connection form leads from a challenge of the broker to the form for a copied session, which asks for the ssid only', async () => {
  const connected = connectedTo('iqoption', { connection_info: { credential_kind: 'browser_session' } });
  api
    .on(LIST, plain(brokersResponse(brokerOf('iqoption'))))
    .on(`POST ${ROOT}/connect/iqoption`, refused(409, 'broker_challenge', 'IQ Option pide una comprobación.'));
  mount();
  const iq = await card('IQ Option');
  press(iq, 'Conectar: IQ Option');
  fill(iq, 'Correo', 'camila@correo.example');
  fill(iq, 'Contraseña', 'secreta');
  press(iq, 'Conectar');
  await iq.findByRole('alert');
  press(iq, 'Pegar mi sesión: IQ Option');
  expect(iq.queryByRole('alert')).toBeNull();
  expect(iq.queryByLabelText('Contraseña')).toBeNull();
  expect(iq.queryByLabelText('User-Agent del navegador')).toBeNull();
  api.on(`POST ${ROOT}/connect/iqoption`, () => answer(connected));
  fill(iq, 'Valor de ssid', ' 3f2a ');
  press(iq, 'Conectar');
  await waitFor(() => expect(api.bodies(`POST ${ROOT}/connect/iqoption`)).toHaveLength(2));
  expect(api.bodies(`POST ${ROOT}/connect/iqoption`)[1]).toEqual({ session_token: '3f2a' });
});

it('the connection form shows why a broker refused a login, with advice, and keeps the typed values', async () => {
  api
    .on(LIST, plain(brokersResponse(brokerOf('deriv'))))
    .on(`POST ${ROOT}/connect/deriv`, refused(422, 'broker_auth_invalid', 'Deriv no aceptó esas credenciales.'));
  mount();
  const deriv = await card('Deriv');
  press(deriv, 'Conectar: Deriv');
  expect(deriv.getByText('Dónde obtenerlo')).toBeDefined();
  fill(deriv, 'Token de API', 'pat_equivocado');
  fill(deriv, 'App ID', '1089');
  press(deriv, 'Conectar');
  expect((await deriv.findByRole('alert')).textContent).toMatch(
    /^Deriv no aceptó esas credenciales\. Revisa los datos/,
  );
  expect(deriv.getByLabelText<HTMLInputElement>('App ID').value).toBe('1089');
  expect(api.bodies(`POST ${ROOT}/connect/deriv`)).toEqual([{ api_token: 'pat_equivocado', app_id: '1089' }]);
});

it('the connections page can test credentials without connecting the broker', async () => {
  api
    .on(LIST, plain(brokersResponse(brokerOf('iqoption'))))
    .on(`POST ${ROOT}/test/iqoption`, answer(statusOf('iqoption')));
  mount();
  const iq = await card('IQ Option');
  press(iq, 'Conectar: IQ Option');
  fill(iq, 'Correo', 'camila@correo.example');
  fill(iq, 'Contraseña', 'secreta');
  press(iq, 'Probar');
  expect(await iq.findByText(/acepta estos datos\. No se guardó nada/)).toBeDefined();
  expect(api.bodies(`POST ${ROOT}/connect/iqoption`)).toEqual([]);
});

it('the connections page connects a broker by a browser session with its User-Agent and required cookies', async () => {
  api
    .on(LIST, plain(brokersResponse(brokerOf('quotex'), brokerOf('olymptrade'))))
    .on(`POST ${ROOT}/connect/quotex`, answer(connectedTo('quotex')))
    .on(`POST ${ROOT}/connect/olymptrade`, answer(connectedTo('olymptrade')));
  mount();
  const quotex = await card('Quotex');
  press(quotex, 'Conectar: Quotex');
  press(quotex, 'Sesión del navegador');
  expect(quotex.getByText(/window\.settings\.token/)).toBeDefined();
  fill(quotex, 'Token de la sesión', 'abc');
  fill(quotex, 'Cookies', 'a=1; b=2');
  press(quotex, 'Conectar');
  const olymp = await card('Olymp Trade');
  press(olymp, 'Conectar: Olymp Trade');
  expect(olymp.queryByLabelText('Cookies')).toBeNull();
  expect(olymp.queryByText('Correo y contraseña')).toBeNull();
  fill(olymp, 'Valor de access_token', 'jwt');
  fill(olymp, 'User-Agent del navegador', '');
  press(olymp, 'Conectar');
  await waitFor(() => expect(api.bodies(`POST ${ROOT}/connect/olymptrade`)).toEqual([{ session_token: 'jwt' }]));
  expect(api.bodies(`POST ${ROOT}/connect/quotex`)).toEqual([
    { session_token: 'abc', cookies: 'a=1; b=2', user_agent: navigator.userAgent },
  ]);
});

it('the connections page asks for the login code that the broker sent, and then connects', async () => {
  const waiting = statusOf('iqoption', { connection_status: 'connecting', connection_info: { code_required: true } });
  const code = 'El código son de 3 a 12 letras o números.';
  api
    .on(LIST, plain(brokersResponse(brokerOf('iqoption', waiting))))
    .on(`POST ${ROOT}/code/iqoption`, refused(422, 'broker_code_invalid', code));
  mount();
  const iq = await card('IQ Option');
  fill(iq, 'Código del bróker', '12 34-56');
  press(iq, 'Entrar con el código');
  expect(await iq.findByText(code)).toBeDefined();
  api.on(`POST ${ROOT}/code/iqoption`, () => {
    api.on(LIST, plain(brokersResponse(brokerOf('iqoption', connectedTo('iqoption')))));
    return answer(connectedTo('iqoption'));
  });
  press(iq, 'Entrar con el código');
  expect(await iq.findByText('Conectado')).toBeDefined();
  expect(api.bodies(`POST ${ROOT}/code/iqoption`)).toEqual([{ code: '123456' }, { code: '123456' }]);
});

it('the connections page explains why a connection failed, and how the user can pass a challenge of the broker', async () => {
  const blocked = statusOf('quotex', {
    connection_status: 'error',
    last_error_message: 'Quotex pide una comprobación que solo puedes pasar en su página.',
    connection_info: {
      error_code: 'broker_challenge',
      credential_kind: 'password',
      credential_hint: 'c…@correo.example',
    },
  });
  api.on(LIST, plain(brokersResponse(brokerOf('quotex', blocked))));
  mount();
  const quotex = await card('Quotex');
  expect(quotex.getByText('Quotex pide una comprobación que solo puedes pasar en su página.')).toBeDefined();
  expect(quotex.getByText('Error')).toBeDefined();
  expect(quotex.getByRole('button', { name: 'Reintentar: Quotex' })).toBeDefined();
  press(quotex, 'Pegar mi sesión: Quotex');
  expect(quotex.getByLabelText('Token de la sesión')).toBeDefined();
});

it('the connections page names the account that receives orders after the chosen account was disconnected', async () => {
  const iq = connectedTo('iqoption', { is_active: true });
  const deriv = connectedTo('deriv', { connection_info: { credential_kind: 'api_token' } });
  api.on(LIST, plain(brokersResponse(brokerOf('iqoption', iq), brokerOf('deriv', deriv))));
  api.on(`POST ${ROOT}/disconnect/iqoption`, () => {
    const after = brokerOf('deriv', { ...deriv, is_active: true });
    api.on(LIST, plain(brokersResponse(brokerOf('iqoption'), after)));
    return answer(statusOf('iqoption'));
  });
  mount();
  press(await card('IQ Option'), 'Desconectar: IQ Option');
  expect(await screen.findByText('Tus órdenes van ahora a Deriv demo.')).toBeDefined();
  expect((await card('Deriv')).getByText('En uso')).toBeDefined();
});

it('the connections page chooses the demo account of another connected broker at once', async () => {
  const iq = connectedTo('iqoption', { is_active: true });
  api
    .on(LIST, plain(brokersResponse(brokerOf('iqoption', iq), brokerOf('deriv', connectedTo('deriv')))))
    .on(`POST ${ROOT}/account/deriv`, () => {
      const deriv = connectedTo('deriv', { is_active: true });
      api.on(LIST, plain(brokersResponse(brokerOf('iqoption', connectedTo('iqoption')), brokerOf('deriv', deriv))));
      return answer(deriv);
    });
  mount();
  const deriv = await card('Deriv');
  press(deriv, 'Usar: Deriv demo');
  expect(await deriv.findByText('En uso')).toBeDefined();
  expect(api.bodies(`POST ${ROOT}/account/deriv`)).toEqual([{ account_type: 'demo' }]);
  await waitFor(async () => expect((await card('IQ Option')).queryByText('En uso')).toBeNull());
});

it('the connections page asks for confirmation before it deletes stored credentials', async () => {
  api.on(LIST, plain(brokersResponse(brokerOf('iqoption', connectedTo('iqoption')))));
  api.on(`DELETE ${ROOT}/credentials/iqoption`, () => {
    api.on(LIST, plain(brokersResponse(brokerOf('iqoption'))));
    return answer(statusOf('iqoption'));
  });
  mount();
  press(await card('IQ Option'), 'Olvidar credenciales: IQ Option');
  const dialog = within(await screen.findByRole('dialog'));
  expect(api.bodies(`DELETE ${ROOT}/credentials/iqoption`)).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Olvidar credenciales' }));
  expect(await screen.findByText('Se borraron las credenciales de IQ Option')).toBeDefined();
  expect((await card('IQ Option')).queryByText('c…@correo.example')).toBeNull();
});

it('the connections page opens the account dialog with the conditions of the clicked real account', async () => {
  api.on(LIST, plain(brokersResponse(brokerOf('iqoption', connectedTo('iqoption')))));
  mount();
  press(await card('IQ Option'), 'Usar: IQ REAL');
  expect(useUi.getState().modal).toBe('account');
  expect(requestedAccount.getState().asked).toEqual({ broker: 'iqoption', kind: 'real' });
  expect(api.bodies(`POST ${ROOT}/account/iqoption`)).toEqual([]);
});

it('the connections page reports that the connections could not be loaded, and retries on request', async () => {
  mount();
  expect(await screen.findByText('No pudimos cargar tus conexiones')).toBeDefined();
  api.on(LIST, plain(brokersResponse()));
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText(/Esta instalación no tiene ningún bróker disponible: puedes practicar/)).toBeDefined();
});

it('the connections page explains to an anonymous demo user that it requires an account, and sends no request', async () => {
  mountPanel(<ConnectionsPage />, { api, anonymous: true });
  expect(await screen.findByRole('link', { name: 'Crea tu cuenta' })).toBeDefined();
  expect(api.calls.map(({ path }) => path)).not.toContain(`${ROOT}/brokers`);
});

it('the connections page warns before a copied session ends, and replaces it while the connection is open', async () => {
  const expires_at = new Date(Date.now() + 3 * 3_600_000 + 60_000).toISOString();
  const olymp = connectedTo('olymptrade', { connection_info: { credential_kind: 'browser_session', expires_at } });
  api
    .on(LIST, plain(brokersResponse(brokerOf('olymptrade', olymp))))
    .on(`POST ${ROOT}/connect/olymptrade`, () => answer(olymp));
  mount();
  const own = await card('Olymp Trade');
  expect(own.getByText('Tu sesión caduca en 3 h.')).toBeDefined();
  expect(own.getByText('$9,412.60')).toBeDefined();
  press(own, 'Pegar otra sesión: Olymp Trade');
  expect(own.queryByRole('button', { name: 'Probar' })).toBeNull();
  fill(own, 'Valor de access_token', 'eyJ.otra.x');
  press(own, 'Conectar');
  await waitFor(() =>
    expect(api.bodies(`POST ${ROOT}/connect/olymptrade`)).toMatchObject([{ session_token: 'eyJ.otra.x' }]),
  );
  expect(await own.findByText('$9,412.60')).toBeDefined();
});

it('the connections page resets the demo balance with one click, if the broker supports it', async () => {
  const low = connectedTo('iqoption');
  api
    .on(LIST, plain(brokersResponse(brokerOf('iqoption', low), brokerOf('olymptrade', connectedTo('olymptrade')))))
    .on(`POST ${ROOT}/practice-balance/iqoption`, () => answer(low));
  mount();
  press(await card('IQ Option'), 'Reiniciar demo: IQ Option');
  expect(await screen.findByText('IQ Option reinició el saldo de tu cuenta demo')).toBeDefined();
  expect((await card('Olymp Trade')).queryByRole('button', { name: 'Reiniciar demo: Olymp Trade' })).toBeNull();
});

it('the connections page shows how many settlements of each account match the recorded ticks', async () => {
  const counts = { broker: 'iqoption', account: 'demo', currency: 'USD', match: 118, differs: 2, no_data: 5 } as const;
  api
    .on(LIST, plain(brokersResponse(brokerOf('iqoption', connectedTo('iqoption')), brokerOf('deriv'))))
    .on(
      'GET /api/v1/trading/settlement-checks',
      plain({ success: true, data: { accounts: [{ ...counts, result_changes: 1 }] } }),
    );
  mount();
  const iq = await card('IQ Option');
  const text = '118 coinciden con los ticks guardados · 2 difieren · 5 sin datos · 1 con otro resultado';
  expect((await iq.findByText('Liquidaciones (demo, USD)')).nextElementSibling?.textContent).toBe(text);
  expect((await card('Deriv')).queryByText(/^Liquidaciones/)).toBeNull();
});

it('the connections page shows the difference between the results of paper and demo, with its interval', async () => {
  const gap = { broker: 'iqoption', pairs: 84, paper_return: 0.012, demo_return: -0.021, gap: 0.033 };
  api
    .on(LIST, plain(brokersResponse(brokerOf('iqoption', connectedTo('iqoption')))))
    .on(
      'GET /api/v1/trading/paper-gap',
      plain({ success: true, data: { brokers: [{ ...gap, interval: { low: -0.14, high: 0.19 } }] } }),
    );
  mount();
  const iq = await card('IQ Option');
  const text = '+0.033 por unidad apostada (entre −0.14 y +0.19, 84 señales en las dos)';
  expect((await iq.findByText('Simulado menos demo')).nextElementSibling?.textContent).toBe(text);
});
