import { describe, expect, it } from 'vitest';
import { readNatsAddress } from './nats-address.ts';

describe('the address of NATS', () => {
  it('names a server, at the usual port where it names none', () => {
    expect(readNatsAddress('nats://nats.example')).toEqual({ servers: 'nats.example:4222' });
    expect(readNatsAddress('nats://[::1]:4333/')).toEqual({ servers: '[::1]:4333' });
  });

  it('tells who connects', () => {
    expect(readNatsAddress('nats://vig%C3%ADa:p%40ss@n:1')).toEqual({ servers: 'n:1', user: 'vigía', pass: 'p@ss' });
    expect(readNatsAddress('nats://token@n:1')).toEqual({ servers: 'n:1', token: 'token' });
  });

  it('insists on an encrypted connection', () => {
    expect(readNatsAddress('tls://n:1')).toEqual({ servers: 'n:1', tls: {} });
  });
});
