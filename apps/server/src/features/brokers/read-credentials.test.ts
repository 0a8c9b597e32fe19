import { olympTradeBroker } from '@vigia/broker-olymptrade';
import { NO_BROKER_STATUS } from '@vigia/contract';
import { describe, expect, it } from 'vitest';
import { toBrokerView } from './answers.ts';
import { readCredentials } from './read-credentials.ts';

const LOGIN = { email: 'ana@example.com', password: 'un faro en la niebla' };

describe('a kind of credentials that no known sign-in method accepts', () => {
  it('is not offered on the screen, which states the reason', () => {
    const view = toBrokerView(olympTradeBroker, NO_BROKER_STATUS, false);
    expect([view.auth_type, view.credential_kinds]).toEqual(['browser_session', ['browser_session']]);
    expect(view.words.known).toContain('Solo puedes entrar con la sesión de tu navegador');
  });

  it('is still accepted in a request, so that the adapter reports its own reason', () => {
    expect(readCredentials(olympTradeBroker, LOGIN)).toMatchObject({ ok: true, value: { kind: 'password' } });
  });

  it('is the only unsupported kind that is accepted', () => {
    expect(readCredentials(olympTradeBroker, { api_token: 'x'.repeat(20) })).toMatchObject({
      ok: false,
      error: { code: 'broker_form_unsupported' },
    });
  });
});
