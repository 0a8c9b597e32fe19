import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Json } from '../kernel/index.ts';
import { readRecord } from './read-record.ts';
import { RECORD_CSV_HEAD, recordCsv } from './record-csv.ts';
import { RECORD_FORMAT, type RecordFile, RecordHash } from './record-file.ts';

const TRADE = {
  trade_id: 't1',
  event: 'settle',
  at_ms: 1_795_000_000_000,
  terms: { account: 'demo', currency: 'USD', symbol: 'EURUSD', direction: 'CALL', stake_minor: 100, signal_id: 's1' },
  position: { payout_bp: 8_500, entry_price: 1.1, settle_price: 1.2 },
  payload: { settlement: { outcome: 'won', profitMinor: 85 }, note: 'dijo "sí", y más\nen otra línea' },
};
const SIGNAL = {
  automation: 'pcr',
  id: 's1',
  body: { asset: 'EURUSD', direction: 'PUT', entry_price: 1.3 },
  published_ms: 1_795_000_000_000,
};

const entryOf = (index: number, kind: string, fact: Json) => ({
  index,
  leaf: `vigia-leaf/v1\n${kind}\n-\n0\n1\nab\n`,
  salt: '0102',
  fact,
  proof: ['AA==', 'AQ=='],
});
const recordOf = (...facts: readonly Json[]): RecordFile => ({
  format: RECORD_FORMAT,
  key: 'log+1+A',
  head: 'log\n1\nA\n\n— log A\n',
  waiting: 2,
  signature: 'x\n\n— log B\n',
  entries: facts.map((fact, index) => entryOf(index, index === 0 ? 'trade' : 'signal', fact)),
});

const rootOf = ({ entries }: RecordFile) => {
  const hash = new RecordHash((bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()));
  for (const entry of entries) hash.push(entry);
  return hash.end();
};

describe('a record as CSV', () => {
  const record = recordOf(TRADE, SIGNAL);
  const text = recordCsv(record);

  it('has the figures of each fact in columns for a spreadsheet', () => {
    const [head, trade = '', signal = '', end = ''] = text.split('\n');
    expect(`${head}\n`).toBe(RECORD_CSV_HEAD);
    expect(trade).toMatch(
      /^0,trade,2026-11-18T11:06:40\.000Z,,settle,t1,s1,demo,USD,EURUSD,CALL,100,8500,1\.1,1\.2,won,85,"\{/,
    );
    expect(signal).toMatch(/^1,signal,2026-11-18T11:06:40\.000Z,pcr,,,,,,EURUSD,PUT,,,1\.3,,,,"\{/);
    expect(end).toMatch(/^# vigia-record\/v1,"\{/);
  });

  it('is read as the same record, also without entries', () => {
    expect(readRecord(text)).toEqual(record);
    expect(readRecord(recordCsv(recordOf()))).toEqual(recordOf());
    const read = readRecord(text);
    expect(read && rootOf(read)).toEqual(rootOf(record));
  });

  it('has no valid signature if a column differs from its fact', () => {
    expect(readRecord(text.replace(',won,85,', ',won,850,'))).toEqual({ ...record, signature: '' });
    expect(readRecord(text.replaceAll('\n', '\r\n'))).toBeNull();
    expect(readRecord(`${text}\n`)).toBeNull();
  });

  it('is read without a removed line, so that the check finds the missing entry', () => {
    const [head, , signal, end] = text.split('\n');
    expect(readRecord([head, signal, end, ''].join('\n'))).toEqual({ ...record, entries: record.entries.slice(1) });
  });

  it('is refused without its last line, with another first line, or with an unreadable line', () => {
    const lines = text.split('\n');
    expect(readRecord(lines.slice(0, -2).join('\n'))).toBeNull();
    expect(readRecord(text.replace('index,', 'indice,'))).toBeNull();
    expect(readRecord(text.replace(/"\{""trade_id.*\n/, '\n'))).toBeNull();
    expect(readRecord(text.replace('# vigia-record/v1,"{', '# vigia-record/v1,"{x'))).toBeNull();
  });

  it('contains no cell that a spreadsheet would run as a formula', () => {
    expect(recordCsv(recordOf({ ...TRADE, terms: { symbol: '=1+1' } }))).toContain(",'=1+1,");
  });
});
