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
import { subject, word } from '../nats/subject.ts';

const KEPT_FOR_MS = 24 * 60 * 60 * 1_000;
const KEPT_BYTES = 256 * 2 ** 20;
/** A piece that is sent again within this time is kept once. */
const SAME_WITHIN_MS = 2 * 60 * 1_000;
/** What somebody took and says nothing about is handed to the next. */
const TAKEN_FOR_MS = 5_000;
/** Of one place at a time, handed out and not done. */
const TAKEN_AT_MOST = 64;
const ANSWER_WITHIN_MS = 3_000;
const STREAM_EXISTS_OTHERWISE = 10_058;

/** Where work waits: a kind's share of one key. */
export type Place = { readonly kind: string; readonly key: string };

/** Work on its way to the stream; under the same id it is kept once. */
export type Piece = { readonly place: Place; readonly id: string; readonly payload: string };

/** One installation's work in JetStream: on disk, each piece until it is done or too old. Made where it is missing. */
export class WorkStream {
  readonly #link: NatsLink;
  readonly #space: string;
  readonly #name: string;
  #opened: { readonly nats: NatsConnection; readonly client: Promise<JetStreamClient> } | null = null;

  constructor(link: NatsLink, space: string) {
    this.#link = link;
    this.#space = space;
    this.#name = `VIGIA_${word(space)}`;
  }

  /**
   * Resolves once the server keeps it.
   * @throws where it does not, for now
   */
  async keep({ place, id, payload }: Piece): Promise<void> {
    await this.#using((client) => client.publish(this.#subjectOf(place), payload, { msgID: id }));
  }

  /**
   * What hands out the work of a place.
   * @param afresh what somebody took before and did not finish is handed out again at once
   * @throws where the server does not give it, for now
   */
  consumer(place: Place, { afresh }: { readonly afresh: boolean }): Promise<Consumer> {
    return this.#using(async (client) => {
      const { consumers } = await client.jetstreamManager(false);
      const name = `${word(place.kind)}_${word(place.key)}`;
      if (afresh) await consumers.delete(this.#name, name).catch(unlessNotFound);
      await consumers.add(this.#name, {
        durable_name: name,
        filter_subject: this.#subjectOf(place),
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(TAKEN_FOR_MS),
        max_ack_pending: TAKEN_AT_MOST,
      });
      return client.consumers.get(this.#name, name);
    });
  }

  /** After any failure the stream is looked for anew: its server may have lost its disk. */
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
    const client = jetstream(nats, { timeout: ANSWER_WITHIN_MS });
    const { streams } = await client.jetstreamManager(false);
    const wanted = {
      subjects: [`${subject(this.#space, 'work')}.>`],
      max_age: nanos(KEPT_FOR_MS),
      max_bytes: KEPT_BYTES,
      discard: DiscardPolicy.Old,
      duplicate_window: nanos(SAME_WITHIN_MS),
    };
    await streams
      .add({ name: this.#name, retention: RetentionPolicy.Workqueue, storage: StorageType.File, ...wanted })
      .catch((error: unknown) => {
        if (!hasCode(error, STREAM_EXISTS_OTHERWISE)) throw error;
        return streams.update(this.#name, wanted);
      });
    return client;
  }

  #subjectOf({ kind, key }: Place): string {
    return subject(this.#space, 'work', kind, key);
  }
}

const hasCode = (error: unknown, code: number): boolean => error instanceof JetStreamApiError && error.code === code;

function unlessNotFound(error: unknown): void {
  if (!hasCode(error, JetStreamApiCodes.ConsumerNotFound)) throw error;
}
