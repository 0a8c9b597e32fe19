import { olympTradeBroker } from '@vigia/broker-olymptrade';
import { NO_BROKER_STATUS } from '@vigia/contract';
import { describe, expect, it } from 'vitest';
import { toBrokerView } from './answers.ts';
import { readCredentials } from './read-credentials.ts';

const LOGIN = { email: 'ana@example.com', password: 'un faro en la niebla' };

describe('a kind of credentials that works with no known sign-in method', () => {
  it('is not offered on the screen, which states the reason', () => {
    const view = toBrokerView(olympTradeBroker, NO_BROKER_STATUS);
    expect([view.auth_type, view.credential_kinds]).toEqual(['browser_session', ['browser_session']]);
    expect(view.words.known).toContain('Solo puedes entrar con la sesión de tu navegador');
  });

  it('is still accepted in a request, so that the adapter answers with its own reason', () => {
    expect(readCredentials(olympTradeBroker, LOGIN)).toMatchObject({ ok: true, value: { kind: 'password' } });
  });

  it('does not make other unsupported kinds of credentials acceptable', () => {
    expect(readCredentials(olympTradeBroker, { api_token: 'x'.repeat(20) })).toMatchObject({
      ok: false,
      error: { code: 'broker_form_unsupported' },
    });
  });
});
