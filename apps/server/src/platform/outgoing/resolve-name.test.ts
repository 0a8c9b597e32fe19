import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ADDRESS_NOT_ALLOWED, checkedLookup } from './checked-lookup.ts';
import { isPublicAddress } from './public-address.ts';
import { createResolver, lookUpWithSystem, type ResolverOptions } from './resolve-name.ts';

const TYPE_A = 1;
const TYPE_AAAA = 28;
/** Length of the header of a DNS message (RFC 1035 §4.1.1). */
const HEADER = 12;

/** The address 2a00:1450:4001:82b::200e. */
const GOOGLE = [0x2a, 0, 0x14, 0x50, 0x40, 0x01, 0x08, 0x2b, 0, 0, 0, 0, 0, 0, 0x20, 0x0e];

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

type Records = { readonly a?: string; readonly aaaa?: readonly number[] };

/** Starts a name server that gives every name these records; for null it never answers. */
async function nameServer(records: Records | null) {
  const socket: Socket = createSocket('udp4');
  const asked: number[] = [];
  socket.on('message', (query, { port }) => {
    const type = query.readUInt16BE(query.length - 4 - optLength(query));
    asked.push(type);
    if (records !== null) socket.send(answerTo(query, type, records), port, '127.0.0.1');
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  stops.push(() => socket.close());
  return { asked, servers: [`127.0.0.1:${socket.address().port}`] };
}

/** Length of the additional record (EDNS) with which a query may end. */
const optLength = (query: Buffer): number => (query.readUInt16BE(10) === 0 ? 0 : query.length - questionEnd(query));
function questionEnd(query: Buffer): number {
  let at = HEADER;
  while (query.readUInt8(at) !== 0) at += query.readUInt8(at) + 1;
  return at + 5;
}

function answerTo(query: Buffer, type: number, { a, aaaa }: Records): Buffer {
  const question = query.subarray(HEADER, questionEnd(query));
  const data =
    type === TYPE_A && a !== undefined
      ? Buffer.from(a.split('.').map(Number))
      : type === TYPE_AAAA && aaaa !== undefined
        ? Buffer.from(aaaa)
        : null;
  const header = Buffer.alloc(HEADER);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(data === null ? 0 : 1, 6);
  if (data === null) return Buffer.concat([header, question]);
  const fixed = Buffer.alloc(12);
  fixed.writeUInt16BE(0xc0_0c, 0);
  fixed.writeUInt16BE(type, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt32BE(60, 6);
  fixed.writeUInt16BE(data.length, 10);
  return Buffer.concat([header, question, fixed, data]);
}

const resolved = (options: ResolverOptions, name = 'hooks.example.com') =>
  new Promise((resolve) => {
    const find = checkedLookup(isPublicAddress, createResolver(options));
    find(name, { all: true }, (error, found) => resolve(error === null ? found : error.code));
  });

describe('createResolver', () => {
  it('returns the addresses of both families', async () => {
    const { servers } = await nameServer({ a: '8.8.8.8', aaaa: GOOGLE });
    expect(await resolved({ servers })).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2a00:1450:4001:82b::200e', family: 6 },
    ]);
  });

  it('returns the IPv4 or the IPv6 addresses of a name that has only one of the two', async () => {
    const four = await nameServer({ a: '8.8.8.8' });
    expect(await resolved(four)).toEqual([{ address: '8.8.8.8', family: 4 }]);
    const six = await nameServer({ aaaa: GOOGLE });
    expect(await resolved(six)).toEqual([{ address: '2a00:1450:4001:82b::200e', family: 6 }]);
  });

  it('passes the addresses of both families to the check, even if only one of them is private', async () => {
    const { servers } = await nameServer({ a: '8.8.8.8', aaaa: [0xfd, ...Array<number>(14).fill(0), 1] });
    expect(await resolved({ servers })).toBe(ADDRESS_NOT_ALLOWED);
    const inside = await nameServer({ a: '10.0.0.7' });
    expect(await resolved(inside)).toBe(ADDRESS_NOT_ALLOWED);
  });

  it('reports a name without an address', async () => {
    const { servers } = await nameServer({});
    expect(await resolved({ servers })).toBe('ENODATA');
  });

  it('gives up on a name server that does not answer, and delays no other lookup meanwhile', async () => {
    const { asked, servers } = await nameServer(null);
    let isOver = false;
    const names = Array.from({ length: 16 }, (_, index) =>
      resolved({ servers, timeoutMs: 500 }, `n${index}.example.com`),
    );
    const silent = Promise.all(names).then((results) => {
      isOver = true;
      return results;
    });
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(32);
    await lookup('localhost');
    expect(isOver).toBe(false);
    expect(new Set(await silent)).toEqual(new Set(['ETIMEOUT']));
  });

  it('asks the operating system about a name that no name server knows only if the caller allows this fallback', async () => {
    const { servers } = await nameServer({});
    const anyAddress = (options: ResolverOptions) =>
      new Promise((resolve) => {
        const find = checkedLookup(() => true, createResolver({ servers, ...options }));
        find('localhost', {}, (error, found) => resolve(error === null ? found : error.code));
      });
    expect(await anyAddress({ fallback: lookUpWithSystem })).toMatch(/^(?:127\.0\.0\.1|::1)$/);
    expect(await anyAddress({})).toBe('ENODATA');
  });

  it('runs one lookup of the operating system at a time, also after one that fails', async () => {
    const { servers } = await nameServer({});
    let running = 0;
    const mostAtOnce: number[] = [];
    const fallback = async (name: string) => {
      running += 1;
      mostAtOnce.push(running);
      await setImmediate();
      running -= 1;
      if (name.startsWith('n0')) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
      return [{ address: '8.8.4.4', family: 4 }];
    };
    const find = createResolver({ servers, fallback });
    const names = Array.from({ length: 4 }, (_, index) => `n${index}.example.com`);
    const found = await Promise.all(
      names.map(
        (name) =>
          new Promise((done) => find(name, { all: true }, (error, addresses) => done(error?.code ?? addresses))),
      ),
    );
    expect(found).toEqual(['ENOTFOUND', ...Array.from({ length: 3 }, () => [{ address: '8.8.4.4', family: 4 }])]);
    expect(mostAtOnce).toEqual([1, 1, 1, 1]);
  });
});
