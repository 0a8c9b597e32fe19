import { describe, expect, it } from 'vitest';
import { programEnvironment } from './postgres-program.ts';

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
