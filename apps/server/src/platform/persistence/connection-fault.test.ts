import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isConnectionFault, isTransientFault } from './connection-fault.ts';

const failed = (code: string, syscall: string) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

describe('isConnectionFault, which recognises errors of a lost connection,', () => {
  it.each([
    ['a missing socket', failed('ENOENT', 'connect')],
    ['a suspended server whose queue is full', failed('EAGAIN', 'connect')],
    ['an unreachable host', failed('EHOSTUNREACH', 'connect')],
    ['an unknown host', failed('EAI_AGAIN', 'getaddrinfo')],
    ['a server that starts up', Object.assign(new Error('starting up'), { code: '57P03' })],
  ])('is true for %s', (_name, error) =>
    expect([isConnectionFault(error), isTransientFault(error)]).toEqual([true, true]),
  );

  it('is true for the system error of a missing socket', async () => {
    const error = await new Promise((resolve) => connect('/nowhere/.s.PGSQL.5432').once('error', resolve));
    expect(isConnectionFault(error)).toBe(true);
  });

  it.each([
    ['a missing file', failed('ENOENT', 'open')],
    ['a refused statement', Object.assign(new Error('duplicate key'), { code: '23505' })],
    ['a bug', new TypeError('x is not a function')],
  ])('is false for %s', (_name, error) => expect(isConnectionFault(error)).toBe(false));
});
