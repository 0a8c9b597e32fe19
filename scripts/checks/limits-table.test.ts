import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../lib/workspace.mjs';

const SERVER = 'apps/server/src';
const UNITS = { MB: 1_048_576, KB: 1_024, ms: 1, s: 1_000, h: 3_600_000 } as const;
type Unit = keyof typeof UNITS;
const isUnit = (text: string): text is Unit => text in UNITS;

/** The constants of each row of the table, as file and name. Their order is the order of the values in the row. */
const CONSTANTS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'request body': [[`${SERVER}/platform/http/app.ts`, 'BODY_LIMIT_BYTES']],
  'incoming stream message': [['packages/contract/src/stream.ts', 'STREAM_MAX_MESSAGE_BYTES']],
  'stream symbols per socket': [['packages/contract/src/stream.ts', 'STREAM_MAX_SYMBOLS']],
  'tick frame': [[`${SERVER}/features/stream/price-service.ts`, 'FRAME_EVERY_MS']],
  'validity of an order of the browser': [
    ['apps/web/src/features/trading/orders/order-submitter.ts', 'ORDER_VALIDITY_MS'],
  ],
  'wait for a lock; for a connection': [
    [`${SERVER}/platform/persistence/postgres-database.ts`, 'LOCK_TIMEOUT_MS'],
    [`${SERVER}/platform/persistence/postgres-database.ts`, 'CONNECTION_WAIT_MS'],
  ],
  'settlement loop': [[`${SERVER}/features/trading/settlement-loop.ts`, 'SETTLE_INTERVAL_MS']],
  'settlement batch': [[`${SERVER}/features/trading/settle-due-trades.ts`, 'BATCH_TRADES']],
  'reply of a broker': [[`${SERVER}/features/trading/venue/broker-venue.ts`, 'ANSWER_WITHIN_MS']],
  'sending to a broker': [[`${SERVER}/features/trading/venue/broker-venue.ts`, 'SEND_WITHIN_MS']],
  'settlement grace': [[`${SERVER}/features/trading/price-groups.ts`, 'SETTLE_GRACE_MS']],
  'losses in a row that are read': [[`${SERVER}/features/trading/risk/read-risk.ts`, 'STREAK_MAX']],
  'history page, file': [[`${SERVER}/platform/export/export-section.ts`, 'EXPORT_PAGE_ROWS']],
  'a lease': [
    [`${SERVER}/platform/cluster/leased-cluster.ts`, 'TTL_MS'],
    [`${SERVER}/platform/cluster/leased-cluster.ts`, 'HEARTBEAT_MS'],
  ],
  'reply of another process': [
    [`${SERVER}/platform/calls/nats-calls.ts`, 'TIMEOUT_MS'],
    [`${SERVER}/platform/http/forwarding.ts`, 'DONE_WITHIN_MS'],
  ],
  sockets: [
    [`${SERVER}/features/stream/stream-gateway.ts`, 'MAX_CLIENTS'],
    [`${SERVER}/features/stream/sign-in.ts`, 'MAX_CLIENTS_PER_USER'],
  ],
};

/**
 * Rows whose values are objects, settings or SQL in the code instead of constants. Other tests compare each of these
 * rows.
 */
const OTHERS = [
  'requests of an address',
  'requests of an account',
  'mails to an address',
  'unknown orders looked up at a broker',
  'ticks kept',
  'idempotency keys',
];

const architecture = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
const [, section = ''] = architecture.split('### Limits');
const [table = ''] = section.split('\n## ');
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', value = '']) => ({ name, value }));

/** Returns the numbers of a table cell in their base units: `3 s, renewed every 500 ms` becomes [3000, 500]. */
const numbersIn = (cell: string): readonly number[] =>
  [...cell.matchAll(/([\d,]*\d(?:[.]\d+)?)(?: (MB|KB|ms|s|h)\b)?/g)].map(
    ([, number = '', unit = '']) => Number(number.replaceAll(',', '')) * (isUnit(unit) ? UNITS[unit] : 1),
  );

/** Returns the value of a constant such as `const NAME = 5 * 1_000;`. The value may be inside `durationMs()`. */
function constantOf(file: string, name: string): number {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const [, value] = new RegExp(`const ${name} = (?:durationMs\\()?([\\d_ *]+)\\)?;`).exec(text) ?? [];
  if (value === undefined) throw new Error(`${file} has no number ${name}`);
  return value.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

describe('the limits in ARCHITECTURE.md', () => {
  it('are each compared with a constant of the code, or listed as limits without a constant', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...Object.keys(CONSTANTS), ...OTHERS].toSorted());
  });

  it.each(rows.filter(({ name }) => name in CONSTANTS))(
    'equal the constant $name in the code: $value',
    ({ name, value }) => {
      const constants = CONSTANTS[name] ?? [];
      const expected = constants.map(([file, constant]) => constantOf(file, constant));
      expect(numbersIn(value).slice(0, expected.length)).toEqual(expected);
    },
  );
});
