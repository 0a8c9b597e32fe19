import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EvidenceLog, HeadMails, logName, NightlyCheck } from '#features/evidence-log/index.ts';
import { findLogSigner } from '#platform/crypto/log-key.ts';
import type { Outbox } from '#platform/mail/outbox.ts';
import { checkNightly } from './check-nightly.ts';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';
import { FACT_SOURCES } from './verify.ts';

/** Creates the evidence log, its nightly check, the mails with its heads and the export of signed records. */
export async function buildEvidenceLog(
  base: Foundation,
  outbox: Outbox,
): Promise<Pick<Features, 'evidenceLog' | 'headMails' | 'nightlyCheck' | 'record'>> {
  const { config, db, metrics } = base;
  const log = base.log.child({ feature: 'evidence-log' });
  const key = { dataFolder: config.dataFolder, given: config.logKey, name: await logName(db.sql) };
  const isAlone = config.cluster.natsUrl === null;
  const sources = FACT_SOURCES;
  const check = (signal: AbortSignal) => checkNightly({ ...base, log, sleep }, signal);
  return {
    evidenceLog: new EvidenceLog({ ...base, randomBytes, sources, log, key, isAlone, sleep }),
    nightlyCheck: new NightlyCheck({ ...base, log, registry: metrics.registry, check }),
    headMails: new HeadMails({ ...base, log, outbox }),
    record: { db, sources, findSigner: () => findLogSigner(key) },
  };
}
