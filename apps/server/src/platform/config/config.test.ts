import { describe, expect, it } from 'vitest';
import { StartupError } from '../startup-error.ts';
import { ROLES } from './cluster.ts';
import { readConfig } from './config.ts';

const failure = (environment: Record<string, string>): StartupError => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartupError) return error;
  }
  throw new Error('it was accepted');
};

describe('readConfig', () => {
  it('returns the default of each setting that is missing in the environment', () => {
    expect(readConfig({ PORT: '' })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      siteUrl: null,
      trustProxy: false,
      feed: { kind: 'simulated' },
      logLevel: 'warn',
      tickRetentionDays: 3,
      candleRetentionDays: null,
      authReuseIntervalMs: 10_000,
    });
  });

  it('reads the number of days for which candles are kept', () => {
    expect(readConfig({ CANDLE_RETENTION_DAYS: '365' }).candleRetentionDays).toBe(365);
  });

  it('reads the path and the speed of a price recording', () => {
    expect(readConfig({ MARKET_FEED: 'replay:/data/EURUSD.csv.gz@60' }).feed).toEqual({
      kind: 'replay',
      file: '/data/EURUSD.csv.gz',
      speed: 60,
    });
    expect(readConfig({ MARKET_FEED: 'replay:/data/EURUSD.csv' }).feed).toMatchObject({ speed: 1 });
    expect(readConfig({ MARKET_FEED: 'deriv' }).feed).toEqual({ kind: 'deriv' });
  });

  it.each([
    ['PORT', 'abc', 'PORT=abc no vale: debe ser un número entero entre 0 y 65535.'],
    ['PORT', '70000', 'PORT=70000 no vale: debe ser un número entero entre 0 y 65535.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL=loud no vale: debe ser trace, debug, info, warn, error, fatal, silent.'],
    [
      'MARKET_FEED',
      'replay',
      'MARKET_FEED=replay no vale: debe ser simulated, deriv o replay:ARCHIVO, con @VELOCIDAD si se quiere.',
    ],
    [
      'SITE_URL',
      'vigia.example',
      'SITE_URL=vigia.example no vale: debe ser una dirección http:// o https:// sin ruta.',
    ],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'OTEL_TRACES_SAMPLER_ARG=1.5 no vale: debe ser un número entre 0 y 1.'],
    ['SHUTDOWN_DELAY_S', '61', 'SHUTDOWN_DELAY_S=61 no vale: debe ser un número entero entre 0 y 60.'],
    ['TICK_RETENTION_DAYS', '0', 'TICK_RETENTION_DAYS=0 no vale: debe ser un número entero entre 1 y 365.'],
    ['CANDLE_RETENTION_DAYS', '30', 'CANDLE_RETENTION_DAYS=30 no vale: debe ser un número entero entre 40 y 36500.'],
    ['MAIL_FROM', 'Vigía', 'MAIL_FROM=Vigía no vale: debe ser una dirección, como Vigía <no-responder@vigia.example>.'],
    [
      'DERIV_OAUTH_CLIENT_ID',
      'mi app',
      'DERIV_OAUTH_CLIENT_ID=mi app no vale: debe ser el identificador de tu aplicación en developers.deriv.com.',
    ],
    ['AUTH_REUSE_INTERVAL_S', '-1', 'AUTH_REUSE_INTERVAL_S=-1 no vale: debe ser un número entero entre 0 y 300.'],
  ])('refuses %s=%s with a one-sentence message', (name, value, sentence) => {
    const error = failure({ [name]: value });
    expect([error.message, error.exitCode]).toEqual([sentence, 2]);
  });

  it.each([
    ['DATABASE_URL', 'mysql://root:CANARY@db/x'],
    ['VIGIA_MASTER_KEY', 'CANARY'],
    ['METRICS_TOKEN', 'CANARY'],
    ['SMTP_URL', 'http://ana:CANARY@mail.example'],
    ['TELEGRAM_BOT_TOKEN', 'CANARY'],
    ['HTTPS_PROXY', 'socks5://ana:CANARY@proxy.example'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'CANARY'],
  ])('does not repeat an invalid %s in its error message', (name, value) => {
    const error = failure({ [name]: value });
    expect(error.message).toMatch(new RegExp(`^${name} tiene un valor que no vale: debe ser`));
    expect(error.message).not.toContain('CANARY');
  });

  it('reads the outgoing proxy in both spellings, and returns null without one', () => {
    const proxy = {
      origin: 'http://proxy.example:3128',
      authorization: null,
      direct: [{ host: 'a.example', port: null }],
    };
    const given = { HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: 'a.example' };
    expect(readConfig(given).outboundProxy).toEqual(proxy);
    expect(readConfig({ https_proxy: given.HTTPS_PROXY, no_proxy: given.NO_PROXY }).outboundProxy).toEqual(proxy);
    expect(readConfig({ NO_PROXY: 'a.example' }).outboundProxy).toBeNull();
  });

  it('reads the id of this installation at Deriv, and returns null without one', () => {
    expect(readConfig({ DERIV_OAUTH_CLIENT_ID: 'AbC_12-3' }).derivClientId).toBe('AbC_12-3');
    expect(readConfig({}).derivClientId).toBeNull();
  });

  it('requires either both settings of a hosted Supabase project or neither', () => {
    const given = { SUPABASE_URL: 'https://abc.supabase.co/', SUPABASE_ANON_KEY: 'sb_publishable_x' };
    expect(readConfig(given).hostedProject).toEqual({
      url: 'https://abc.supabase.co',
      anonKey: 'sb_publishable_x',
      jwtSecret: null,
    });
    expect(readConfig({}).hostedProject).toBeNull();
    for (const part of [
      { SUPABASE_URL: given.SUPABASE_URL },
      { SUPABASE_ANON_KEY: 'k' },
      { SUPABASE_JWT_SECRET: 's'.repeat(32) },
    ]) {
      expect(() => readConfig(part)).toThrow('hacen falta SUPABASE_URL y SUPABASE_ANON_KEY');
    }
  });

  it('requires all or none of the push settings, and keys that form a pair', () => {
    const pair = {
      VAPID_PUBLIC_KEY: 'BH_Nzidw9sRdQYPL7m_bS3tYBzM1e-nvE7rPbjx70VRFx_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
      VAPID_PRIVATE_KEY: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
      VAPID_SUBJECT: 'mailto:soporte@vigia.example',
    };
    expect(readConfig({}).push).toBeNull();
    expect(readConfig(pair).push).toEqual({
      publicKey: pair.VAPID_PUBLIC_KEY,
      privateKey: pair.VAPID_PRIVATE_KEY,
      subject: pair.VAPID_SUBJECT,
    });
    for (const name of Object.keys(pair)) {
      expect(failure({ ...pair, [name]: '' }).message).toMatch(/da las tres o ninguna/);
    }
    const other = `${'A'.repeat(42)}E`;
    expect(failure({ ...pair, VAPID_PRIVATE_KEY: other }).message).toMatch(/no son del mismo par/);
    expect(failure({ ...pair, VAPID_PRIVATE_KEY: 'secreta' }).message).not.toContain('secreta');
    expect(failure({ ...pair, VAPID_SUBJECT: 'soporte' }).message).toMatch(/^VAPID_SUBJECT=soporte no vale/);
  });

  it('reads the bot at Telegram, and returns null without a token', () => {
    const token = `123456789:${'A'.repeat(35)}`;
    const apiUrl = 'https://api.telegram.org';
    expect(readConfig({ TELEGRAM_BOT_TOKEN: token }).telegram).toEqual({ token, apiUrl });
    const own = { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: 'http://127.0.0.1:4009/' };
    expect(readConfig(own).telegram?.apiUrl).toBe('http://127.0.0.1:4009');
    expect(readConfig({ TELEGRAM_API_URL: apiUrl }).telegram).toBeNull();
  });

  it.each(['http://api.telegram.org', 'http://10.0.0.1', 'https://a.example/bot', 'https://u:p@a.example', 'x'])(
    'refuses %s as the address of Telegram, because the token is part of every request',
    (TELEGRAM_API_URL) => {
      expect(failure({ TELEGRAM_API_URL }).message).toMatch(
        /^TELEGRAM_API_URL=.* no vale: debe ser una dirección https/,
      );
    },
  );

  it('returns a sender address at the public host name by default', () => {
    expect(readConfig({}).mail).toEqual({ smtpUrl: null, from: { name: 'Vigía', address: 'no-responder@localhost' } });
    expect(readConfig({ SITE_URL: 'https://vigia.example' }).mail.from.address).toBe('no-responder@vigia.example');
    const given = readConfig({ SMTP_URL: 'smtps://ana:clave@mail.example', MAIL_FROM: 'Mi mesa <ana@mesa.example>' });
    expect(given.mail).toEqual({
      smtpUrl: 'smtps://ana:clave@mail.example',
      from: { name: 'Mi mesa', address: 'ana@mesa.example' },
    });
  });

  it('requires a shared database, master key, site URL and NATS for several processes', () => {
    const whole = {
      NATS_URL: 'nats://u:CANARY@127.0.0.1:4222',
      DATABASE_URL: 'postgres://u:p@127.0.0.1/v',
      VIGIA_MASTER_KEY: `${'A'.repeat(43)}=`,
      SITE_URL: 'https://vigia.example',
    };
    expect(readConfig({}).cluster).toEqual({ roles: new Set(ROLES), natsUrl: null });
    expect(readConfig({ VIGIA_ROLES: 'all' }).cluster.roles.size).toBe(4);
    const { cluster } = readConfig({ ...whole, VIGIA_ROLES: 'engine, settler' });
    expect(cluster).toEqual({ roles: new Set(['engine', 'settler']), natsUrl: whole.NATS_URL });
    expect(failure({ VIGIA_ROLES: 'api' }).message).toContain('da también NATS_URL');
    expect(failure({ ...whole, DATABASE_URL: '' }).message).toContain('da también DATABASE_URL');
    expect(failure({ ...whole, SITE_URL: '' }).message).toContain('da también SITE_URL');
    expect(failure({ ...whole, VIGIA_MASTER_KEY: '' }).message).toContain('da también VIGIA_MASTER_KEY');
  });

  it.each(['API', 'api,api', 'api,other', ','])('refuses VIGIA_ROLES=%s', (roles) => {
    expect(failure({ VIGIA_ROLES: roles }).message).toContain('api, feed, engine, settler');
  });

  it('refuses a URL of another protocol than NATS, and does not repeat it in the message', () => {
    const { message } = failure({ NATS_URL: 'http://u:CANARY@127.0.0.1' });
    expect(message).toContain('NATS_URL tiene un valor que no vale');
    expect(message).not.toContain('CANARY');
  });

  it('enables tracing only if a collector is configured', () => {
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20x' };
    expect(readConfig(headers).tracing).toBeNull();
    expect(readConfig({ ...headers, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }).tracing).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      headers: { authorization: 'Bearer x' },
      ratio: 1,
    });
  });

  it('requires SITE_URL if the server listens on the network', () => {
    expect(failure({ HOST: '0.0.0.0' }).message).toContain('SITE_URL es obligatoria');
    expect(readConfig({ HOST: '0.0.0.0', SITE_URL: 'https://vigia.example/' }).siteUrl).toBe('https://vigia.example');
  });
});
