import { describe, expect, it } from 'vitest';
import { firstForbiddenOrigin, parseBrokerOrigins } from './broker-origins.ts';
import { readConfig } from './config.ts';

const origin = (text: string, broker = 'deriv') => parseBrokerOrigins(JSON.stringify({ [broker]: { rest: text } }));

describe('the setting that replaces the origins of brokers', () => {
  it.each([
    'http://127.0.0.1:4001',
    'ws://[::1]:4001',
    'http://localhost:9',
    'https://api.derivws.com',
    'wss://ws.derivws.com',
  ])('is accepted if it is %s', (text) => {
    expect(origin(text)).toEqual({ deriv: { rest: text } });
  });

  it.each([
    'http://169.254.169.254/',
    'http://10.0.0.1',
    'http://evil.test',
    'http://api.derivws.com',
    'https://api.derivws.com:8443',
    'http://user:pass@127.0.0.1:1',
    'http://127.0.0.1:1/path',
    'http://127.0.0.1.nip.io',
    'file:///etc/passwd',
    'http://127.0.0.1@evil.test',
    'ftp://127.0.0.1',
    'not a url',
    'http://0.0.0.0:1',
    'http://[::ffff:10.0.0.1]',
  ])('is refused if it is %s, and the server does not start', (text) => {
    expect(origin(text)).toBeNull();
    expect(() => readConfig({ BROKER_ORIGINS: JSON.stringify({ deriv: { rest: text } }) })).toThrow(
      /^BROKER_ORIGINS=.* no vale: debe ser un JSON como /,
    );
  });

  it.each(['', 'x', '[]', '{"Deriv":{"a":"http://127.0.0.1:1"}}', '{"deriv":"http://127.0.0.1:1"}'])(
    'is refused if it is not a JSON object of origins by broker and name: %s',
    (text) => {
      expect(parseBrokerOrigins(text)).toBeNull();
    },
  );

  const catalog = [
    { id: 'deriv', traits: { domains: ['derivws.com'] } },
    { id: 'iqoption', traits: { domains: ['iqoption.com'] } },
  ];

  it.each(['https://evil.test', 'https://derivws.com.evil.test', 'https://evilderivws.com', 'https://iqoption.com'])(
    'is refused if an origin is not on a domain of its broker: %s',
    (text) => {
      expect(firstForbiddenOrigin({ deriv: { rest: text } }, catalog)).toBe(text);
    },
  );

  it('is accepted for origins on this machine and on domains of the broker, but not for an unknown broker', () => {
    expect(
      firstForbiddenOrigin({ deriv: { rest: 'http://127.0.0.1:4001', ws: 'wss://ws.derivws.com' } }, catalog),
    ).toBeNull();
    expect(firstForbiddenOrigin({ etoro: { rest: 'http://127.0.0.1:4001' } }, catalog)).toBe('etoro');
  });

  it('is empty by default', () => {
    expect(readConfig({}).brokerOrigins).toEqual({});
  });
});
