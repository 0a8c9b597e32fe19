import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastLineOf, programEnvironment } from './postgres-program.ts';

describe('the environment of the PostgreSQL programs', () => {
  it('contains the variables that the system needs, and no secrets of the server', () => {
    const own = {
      PATH: '/usr/bin',
      TMPDIR: '/tmp',
      VIGIA_MASTER_KEY: 'CANARY',
      METRICS_TOKEN: 'CANARY',
      VAPID_PRIVATE_KEY: 'CANARY',
      SMTP_URL: 'CANARY',
      NATS_URL: 'CANARY',
      DATABASE_URL: 'CANARY',
      OTEL_EXPORTER_OTLP_HEADERS: 'CANARY',
      PGOPTIONS: 'CANARY',
      SOME_LATER_SECRET: 'CANARY',
    };
    expect(programEnvironment(own)).toEqual({ PATH: '/usr/bin', TMPDIR: '/tmp', LC_ALL: 'C' });
  });
});

describe('the last line of a log', () => {
  it('is the last error after the given start, also if the log was removed meanwhile', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-log-'));
    const file = join(folder, 'postgres.log');
    writeFileSync(file, 'FATAL: old\nLOG: start\nFATAL: no space\nLOG: end\n');
    expect([lastLineOf(file, 11), lastLineOf(file, 38)]).toEqual(['no space', 'LOG: end']);
    rmSync(folder, { recursive: true });
    expect(lastLineOf(file, 0)).toBe('no dejó registro');
  });
});
