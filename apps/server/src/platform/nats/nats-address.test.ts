import { describe, expect, it } from 'vitest';
import { readNatsAddress } from './nats-address.ts';

describe('readNatsAddress', () => {
  it('reads the host and port, with the default port if the URL has none', () => {
    expect(readNatsAddress('nats://nats.example')).toEqual({ servers: 'nats.example:4222' });
    expect(readNatsAddress('nats://[::1]:4333/')).toEqual({ servers: '[::1]:4333' });
  });

  it('reads the credentials in the URL', () => {
    expect(readNatsAddress('nats://vig%C3%ADa:p%40ss@n:1')).toEqual({ servers: 'n:1', user: 'vigía', pass: 'p@ss' });
    expect(readNatsAddress('nats://token@n:1')).toEqual({ servers: 'n:1', token: 'token' });
  });

  it('requires encryption for tls://', () => {
    expect(readNatsAddress('tls://n:1')).toEqual({ servers: 'n:1', tls: {} });
  });
});
