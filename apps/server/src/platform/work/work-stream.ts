import {
  AckPolicy,
  type Consumer,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  jetstream,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import type { NatsLink } from '../nats/nats-link.ts';
import { natsSubject, subjectToken } from '../nats/subject.ts';

const KEPT_FOR_MS = 24 * 60 * 60 * 1_000;
const KEPT_BYTES = 256 * 2 ** 20;
/** Time within which a message that is sent twice is stored only once. */
const DUPLICATE_WINDOW_MS = 2 * 60 * 1_000;
/** Time after which a message is delivered again if its worker neither finishes nor extends it. */
const ACK_WAIT_MS = 5_000;
/** Largest number of unfinished messages of one address that are being delivered. */
const UNACKED_AT_MOST = 64;
const REPLY_TIMEOUT_MS = 3_000;
const STREAM_EXISTS_WITH_OTHER_SETTINGS = 10_058;

/** The address of work: a kind and a key. */
export type WorkAddress = { readonly kind: string; readonly key: string };

/** A message that is sent to the stream. Messages with the same id are stored once. */
export type WorkMessage = { readonly address: WorkAddress; readonly id: string; readonly payload: string };

/**
 * The work of one installation in JetStream. Each message is stored on disk until it is done or too old. The stream is
 * created if it is missing.
 */
export class WorkStream {
  readonly #link: NatsLink;
  readonly #space: string;
  readonly #name: string;
  #opened: { readonly nats: NatsConnection; readonly client: Promise<JetStreamClient> } | null = null;

  constructor(link: NatsLink, space: string) {
    this.#link = link;
    this.#space = space;
    this.#name = `VIGIA_${subjectToken(space)}`;
  }

  /**
   * Resolves when the server has stored the message.
   * @throws Error if the server does not store it now
   */
  async store({ address, id, payload }: WorkMessage): Promise<void> {
    await this.#using((client) => client.publish(this.#subjectOf(address), payload, { msgID: id }));
  }

  /**
   * Returns the consumer that delivers the work of an address.
   * @param isTakeover true if unfinished messages of an earlier worker are delivered again immediately
   * @throws Error if the server does not respond now
   */
  consumer(address: WorkAddress, { isTakeover }: { readonly isTakeover: boolean }): Promise<Consumer> {
    return this.#using(async (client) => {
      const { consumers } = await client.jetstreamManager(false);
      const name = `${subjectToken(address.kind)}_${subjectToken(address.key)}`;
      if (isTakeover) await consumers.delete(this.#name, name).catch(unlessNotFound);
      await consumers.add(this.#name, {
        durable_name: name,
        filter_subject: this.#subjectOf(address),
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ACK_WAIT_MS),
        max_ack_pending: UNACKED_AT_MOST,
      });
      return client.consumers.get(this.#name, name);
    });
  }

  /** Uses the stream. After a failure the stream is looked up again, because its server may have lost its disk. */
  async #using<Value>(use: (client: JetStreamClient) => Promise<Value>): Promise<Value> {
    try {
      return await use(await this.#client());
    } catch (error) {
      this.#opened = null;
      throw error;
    }
  }

  #client(): Promise<JetStreamClient> {
    const nats = this.#link.connection;
    if (nats === null) return Promise.reject(new Error('NATS is away'));
    if (this.#opened?.nats !== nats) this.#opened = { nats, client: this.#open(nats) };
    return this.#opened.client;
  }

  async #open(nats: NatsConnection): Promise<JetStreamClient> {
    const client = jetstream(nats, { timeout: REPLY_TIMEOUT_MS });
    const { streams } = await client.jetstreamManager(false);
    const wanted = {
      subjects: [`${natsSubject(this.#space, 'work')}.>`],
      max_age: nanos(KEPT_FOR_MS),
      max_bytes: KEPT_BYTES,
      discard: DiscardPolicy.Old,
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    };
    await streams
      .add({ name: this.#name, retention: RetentionPolicy.Workqueue, storage: StorageType.File, ...wanted })
      .catch((error: unknown) => {
        if (!hasCode(error, STREAM_EXISTS_WITH_OTHER_SETTINGS)) throw error;
        return streams.update(this.#name, wanted);
      });
    return client;
  }

  #subjectOf({ kind, key }: WorkAddress): string {
    return natsSubject(this.#space, 'work', kind, key);
  }
}

const hasCode = (error: unknown, code: number): boolean => error instanceof JetStreamApiError && error.code === code;

function unlessNotFound(error: unknown): void {
  if (!hasCode(error, JetStreamApiCodes.ConsumerNotFound)) throw error;
}
