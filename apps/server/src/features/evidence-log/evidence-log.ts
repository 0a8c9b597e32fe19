import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { formatHead, formatKey, isSameHash, parseHead, parseNote, signNote } from '@vigia/core/evidence-log';
import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Cluster, ClusterRun, LeaseHandle } from '#platform/cluster/cluster.ts';
import {
  findLogSigner,
  type LogKeyOptions,
  type LogSigner,
  lastHeadFile,
  nodeSha256,
  openLogSigner,
} from '#platform/crypto/log-key.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { findLastHead, insertHead, readStatedKey } from './log-rows.ts';
import { Sequencer, type SequencerDeps, type SequencerRound } from './sequencer.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const ROUND_EVERY = durationMs(2 * SECOND_MS);

/**
 * Time (ms) before its own start from which a round reads. The next wide round finds facts of transactions that commit
 * later.
 */
const OVERLAP_MS = 3 * SECOND_MS;
/** Time (ms) before its start from which a wide round reads. A head is signed after a wide or a full round. */
const WIDE_MS = 10 * MINUTE_MS;

/**
 * Rest after a batch, as a multiple of the duration of the batch, and its limit. Orders and settlements need the
 * database while the log takes the settlements of one second, or the facts of years after an update.
 */
const REST_RATIO = 2;
const MOST_REST_MS = SECOND_MS;

export type EvidenceLogDeps = Omit<SequencerDeps, 'cluster'> & {
  readonly cluster: Pick<Cluster, 'fence' | 'runSingleton'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly key: LogKeyOptions;
  /** False if another process may have the key of this log, so that a second key must not be created beside it. */
  readonly isAlone: boolean;
  /** Resolves after this number of milliseconds. */
  readonly sleep: (ms: number) => Promise<unknown>;
};

/** Keeps the evidence log in one process: appends new facts, and signs a head when the log has grown. */
export class EvidenceLog {
  readonly #deps: EvidenceLogDeps;
  #run: ClusterRun | null = null;
  #sequencer: Sequencer | null = null;
  #cancel: Cancel = () => undefined;
  #running: Promise<void> | null = null;
  #roundMs = -Infinity;
  #wideMs = -Infinity;
  #fullMs = -Infinity;
  #isStopping = false;
  #isHurried = false;

  constructor(deps: EvidenceLogDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#run = this.#deps.cluster.runSingleton('evidence-log', {
      start: async (lease) => this.#begin(lease),
      stop: () => this.#end(),
    });
  }

  async stop(): Promise<void> {
    await this.#run?.stop();
  }

  /** Appends everything that is stored, and signs a head if the log has grown. */
  async catchUp(): Promise<void> {
    this.#isHurried = true;
    await this.#running;
    this.#fullMs = -Infinity;
    await this.#round();
    this.#isHurried = false;
  }

  #begin(lease: LeaseHandle): void {
    this.#sequencer = new Sequencer(this.#deps, lease);
    this.#fullMs = -Infinity;
    this.#isStopping = false;
    this.#cancel = this.#deps.clock.every(ROUND_EVERY, () => void this.#round());
    void this.#round();
  }

  async #end(): Promise<void> {
    this.#cancel();
    this.#isStopping = true;
    await this.#running;
    this.#sequencer = null;
  }

  #round(): Promise<void> {
    this.#running ??= this.#appendAndSign()
      .catch((error: unknown) =>
        this.#deps.log.warn({ err: error }, 'the evidence log is late; the next round retries'),
      )
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  async #appendAndSign(): Promise<void> {
    const sequencer = this.#sequencer;
    if (sequencer === null) return;
    const nowMs = this.#deps.clock.now();
    const isFull = nowMs - this.#fullMs >= HOUR_MS || nowMs < this.#roundMs;
    const isWide = isFull || nowMs - this.#wideMs >= MINUTE_MS;
    if (this.#fullMs === -Infinity) await this.#stateRestore(sequencer);
    const sinceMs = isWide ? nowMs - WIDE_MS : this.#roundMs - OVERLAP_MS;
    const isDone = await sequencer.appendNew(isFull ? null : new Date(sinceMs), nowMs, this.#pace());
    if (!isDone) return;
    if (isWide) await this.#sign(sequencer);
    this.#roundMs = nowMs;
    if (isWide) this.#wideMs = nowMs;
    if (isFull) this.#fullMs = nowMs;
  }

  #pace(): SequencerRound {
    const { clock, sleep } = this.#deps;
    let startedMs = clock.monotonicMs();
    return {
      mustStop: () => this.#isStopping,
      rest: async () => {
        const tookMs = clock.monotonicMs() - startedMs;
        if (!this.#isHurried) await sleep(Math.min(tookMs * REST_RATIO, MOST_REST_MS));
        startedMs = clock.monotonicMs();
      },
    };
  }

  /** States that the database lost the end of the log, if it does not contain the last head that was signed here. */
  async #stateRestore(sequencer: Sequencer): Promise<void> {
    const note = readLastHead(this.#deps.key.dataFolder);
    const head = note === null ? null : parseHead(parseNote(note)?.text ?? '');
    if (note === null || head === null || head.origin !== this.#deps.key.name) return;
    const { size } = await sequencer.frontier();
    const isKept = head.size <= size && isSameHash((await sequencer.frontier(head.size)).root(), head.root);
    if (isKept) return;
    this.#deps.log.error({ head }, 'the database lost the end of the evidence log; the log states it and continues');
    await sequencer.state({ event: 'restored', head: note }, this.#deps.clock.now());
  }

  /** Signs a head if the log has grown, or if the last head is an hour old. */
  async #sign(sequencer: Sequencer): Promise<void> {
    const { db, clock, key } = this.#deps;
    const last = await findLastHead(db.sql);
    const { size } = await sequencer.frontier();
    const nowMs = clock.now();
    const isOld = last === null || Math.abs(nowMs - last.signed_at.getTime()) >= HOUR_MS;
    if (size === last?.size && !isOld) return;
    const signer = this.#signer(size);
    if (signer === null) return;
    const stated = formatKey(nodeSha256, signer);
    if ((await readStatedKey(db.sql)) !== stated) await sequencer.state({ event: 'key', key: stated }, nowMs);
    await sequencer.state({ event: 'caught_up' }, nowMs);
    const tree = await sequencer.frontier();
    const head = { origin: signer.name, size: tree.size, root: tree.root() };
    const note = signNote(nodeSha256, formatHead(head), signer, signer.sign);
    await insertHead(db.sql, { size: head.size, note, signed_at: new Date(nowMs) });
    writeLastHead(key.dataFolder, note);
  }

  #signer(size: number): LogSigner | null {
    const { key, isAlone, log } = this.#deps;
    const signer = isAlone || size === 0 ? openLogSigner(key) : findLogSigner(key);
    if (signer === null) log.error('the key of the evidence log is missing: set VIGIA_LOG_KEY; heads are not signed');
    return signer;
  }
}

/** Returns the last head that was signed with this data folder; null if there is none. */
export function readLastHead(dataFolder: string): string | null {
  try {
    return readFileSync(lastHeadFile(dataFolder), 'utf8');
  } catch {
    return null;
  }
}

function writeLastHead(dataFolder: string, note: string): void {
  const file = lastHeadFile(dataFolder);
  writeFileSync(`${file}.next`, note, { mode: 0o600 });
  renameSync(`${file}.next`, file);
}
