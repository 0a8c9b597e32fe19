import { describe, expect, it } from 'vitest';
import { createLogger, type Logger } from './logger.ts';

const CANARY = 'CANARY-9f3c';
const JWT = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';

function written(write: (log: Logger) => void): string {
  let text = '';
  write(createLogger('trace', { write: (line) => void (text += line) }));
  return text;
}

describe('the server log', () => {
  it.each([
    ['a password', { password: CANARY }],
    ['deep fields', { a: { b: { c: { d: [{ refresh_token: CANARY }] } } } }],
    ['headers', { req: { headers: { authorization: `Bearer ${CANARY}`, Cookie: CANARY, apikey: CANARY } } }],
    ['header lists', { headers: { 'set-cookie': [`a=]"${CANARY}`, CANARY] } }],
    ['a quoted body', { body: JSON.stringify({ email: 'a@b.c', password: CANARY, code_verifier: CANARY }) }],
    [
      'a login at a broker',
      { api_token: CANARY, body: JSON.stringify({ session_token: CANARY, cookies: `a=${CANARY}` }) },
    ],
    ['a twice quoted body', { body: JSON.stringify(JSON.stringify({ access_token: CANARY })) }],
    ['quotes in the secret', { token: `"${CANARY}\\"` }],
    ['quotes in a quoted secret', { body: JSON.stringify({ password: `"${CANARY}\\"${CANARY}`, a: 1 }) }],
    ['an address', { url: `/auth/v1/verify?token=${CANARY}&type=signup&code=${CANARY}` }],
    ['a database address', { target: `postgres://vigia:${CANARY}@db:5432/vigia` }],
    ['a bearer in a text', { note: `sent Bearer ${CANARY}` }],
    ['a sign-in code', { code: '0b0e7a52-CANA-4000-8000-000000000000'.replace('CANA', '1234') }],
    ['an otp', { otp: 123456, note: 'x' }],
    ['a token by its look', { anything: JWT }],
    ['the token of a bot, wherever it stands', { note: `used vigia_bot_${CANARY}-and-more` }],
    [
      'the token of a bot at Telegram',
      { note: `request to https://a.example/bot123456789:${CANARY.repeat(5)}/x failed` },
    ],
    ['a mailed token, wherever it stands', { path: `/verify/pkce_${CANARY}-and-so-on-and-on` }],
    ['a recovery code', { code: 'CNRY-EFGH-JKMN-PQRS' }],
    ['a recovery code in a quoted body', { body: JSON.stringify({ code: 'CNRY-EFGH-JKMN-PQRS' }) }],
    ['an error', { err: Object.assign(new Error(`login with Bearer ${CANARY}`), { token: CANARY }) }],
  ])('hides %s', (_name, fields) => {
    const line = written((log) => log.info(fields, 'something happened'));
    for (const secret of [CANARY, JWT, '123456', '0b0e7a52', 'CNRY']) expect(line).not.toContain(secret);
    expect(JSON.parse(line)).toMatchObject({ msg: 'something happened' });
  });

  it('redacts secrets in the message and in the bindings of a child logger', () => {
    const line = written((log) => log.child({ token: CANARY }).warn(`got ?access_token=${CANARY}`));
    expect(line).not.toContain(CANARY);
  });

  it('keeps useful values: error codes, counts, names', () => {
    const line = written((log) => log.info({ err: { code: 'ECONNREFUSED' }, code: '42501', tokens: 3, n: 1 }, 'x'));
    expect(JSON.parse(line)).toMatchObject({ err: { code: 'ECONNREFUSED' }, code: '42501', tokens: 3, n: 1 });
  });

  it('writes one line per entry for any user input', () => {
    const line = written((log) => log.info({ name: 'a\n{"level":"error","msg":"fake"}\r\n' }, 'user'));
    expect(line.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('the log of an outage', () => {
  const away = (port: number) => Object.assign(new Error(`connect ECONNREFUSED ${port}`), { code: 'ECONNREFUSED' });
  const lines: {
    msg: string;
    level: string;
    time: string;
    repeated?: number;
    latestAt?: string;
    requestId?: string;
    err: { stack?: string };
  }[] = [];
  let minute = (): void => undefined;
  let nowMs = 0;
  const open = (): Logger => {
    lines.length = 0;
    nowMs = 0;
    minute = () => undefined;
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const later = (_delayMs: number, task: () => void): void => {
      minute = task;
    };
    return createLogger('info', stream, later, () => nowMs);
  };

  it('contains the first error with its stack, and then one summary per minute for each message', () => {
    const log = open();
    for (const requestId of ['1', '2', '3']) log.child({ requestId }).warn({ err: away(1) }, 'refused');
    log.error({ err: away(2) }, 'round failed');
    expect(lines.map(({ msg }) => msg)).toEqual(['refused', 'round failed']);
    expect(lines[0]?.err.stack).toContain('logger.test.ts');
    minute();
    expect(lines.slice(2)).toMatchObject([{ msg: 'refused', level: 'warn', repeated: 2, requestId: '3' }]);
    expect(lines[2]?.err).toEqual({ code: 'ECONNREFUSED', reason: 'connect ECONNREFUSED 1' });
  });

  it('names in a summary the time of the latest error, which may be earlier than the summary', () => {
    const log = open();
    log.error({ err: away(1) }, 'round failed');
    nowMs = 5_000;
    log.error({ err: away(1) }, 'round failed');
    nowMs = 60_000;
    minute();
    expect(lines[1]).toMatchObject({ time: '1970-01-01T00:01:00.000Z', latestAt: '1970-01-01T00:00:05.000Z' });
  });

  it('contains the first error of the next outage again', () => {
    const log = open();
    log.warn({ err: away(1) }, 'refused');
    minute();
    log.warn({ err: away(1) }, 'refused');
    expect(lines.map(({ repeated }) => repeated)).toEqual([undefined, undefined]);
  });

  it('summarises only the repeated errors of the outage, and contains all other lines', () => {
    const log = open();
    for (let count = 0; count < 3; count += 1) log.error({ err: new Error('a bug') }, 'request failed');
    for (let count = 0; count < 3; count += 1) log.info({ err: away(1) }, 'noted');
    for (let count = 0; count < 3; count += 1) log.warn({ tradeId: count }, 'the fate of an order is not known');
    expect(lines).toHaveLength(9);
  });
});
