import { type Clock, durationMs } from '@vigia/core/kernel';
import type { RecordedMessage, RecordingRules, WireFrame } from '#port/index.ts';
import type { RecordingEvent } from './recording.ts';

type Message = RecordedMessage & { readonly t: number };
type Frame = Extract<RecordingEvent, { readonly type: 'in' | 'out' }>;

/** The part of a socket that a replay needs. */
export type ReplayedSocket = { send(frame: WireFrame): void };

export type RecordedSocketOptions = {
  readonly rules: RecordingRules;
  readonly clock: Clock;
  readonly socket: ReplayedSocket;
  readonly openedAtMs: number;
  readonly events: readonly Frame[];
};

/**
 * Replays one recorded socket. A response is sent with its recorded delay after the request, and with the id of the new
 * request. Every other message is sent at its recorded time.
 */
export class RecordedSocket {
  readonly #options: RecordedSocketOptions;
  readonly #requests: Message[];
  readonly #answers: Message[];
  /** Time of the recorded order; infinite without an order, and after the replay has placed the order. */
  #orderAtMs: number;
  /** Messages that the broker sent after the recorded order. They wait for the order of the replay. */
  readonly #held: Message[] = [];

  constructor(options: RecordedSocketOptions) {
    const { rules, events, openedAtMs } = options;
    this.#options = options;
    this.#requests = events.filter(({ type }) => type === 'out').map(messageOf);
    const received = events.filter(({ type }) => type === 'in').map(messageOf);
    const ids = new Set(this.#requests.map((request) => rules.idOf(request)));
    const isAnswer = (message: Message): boolean => {
      const id = rules.idOf(message);
      const kind = rules.requestOf(message.kind);
      return (id !== null && ids.has(id)) || (kind !== null && this.#requests.some((one) => one.kind === kind));
    };
    this.#answers = received.filter(isAnswer);
    this.#orderAtMs = this.#requests.find(({ kind }) => kind === rules.order)?.t ?? Infinity;
    for (const message of received) if (!isAnswer(message)) this.#play(message, message.t - openedAtMs);
  }

  /** Handles a request of the adapter. The next recorded request of the same kind determines the responses. */
  onRequest(message: RecordedMessage): void {
    const { rules } = this.#options;
    const index = this.#requests.findIndex(({ kind }) => kind === message.kind);
    const recorded = this.#requests[index];
    if (recorded === undefined) return;
    this.#requests.splice(index, 1);
    if (message.kind === rules.order) this.#release(recorded.t);
    const [oldId, newId] = [rules.idOf(recorded), rules.idOf(message)];
    for (const answer of this.#answersTo(recorded, oldId)) {
      const sent = newId === null || rules.idOf(answer) === null ? answer : rules.withId(answer, newId);
      const isAfterOrder = recorded.t < this.#orderAtMs && answer.t >= this.#orderAtMs;
      if (isAfterOrder) this.#held.push({ ...sent, t: answer.t });
      else this.#send(sent, Math.max(0, answer.t - recorded.t));
    }
  }

  /** Sends a message at its time; a message after the recorded order waits for the order of the replay. */
  #play(message: Message, delayMs: number): void {
    if (message.t >= this.#orderAtMs) this.#held.push(message);
    else this.#send(message, delayMs);
  }

  /** Sends the messages that wait for the order, each with its recorded delay after the order. */
  #release(orderAtMs: number): void {
    this.#orderAtMs = Infinity;
    for (const message of this.#held.splice(0)) this.#send(message, message.t - orderAtMs);
  }

  #answersTo(recorded: Message, id: string | null): readonly Message[] {
    const { rules } = this.#options;
    if (id !== null) {
      const byId = this.#answers.filter((answer) => rules.idOf(answer) === id);
      if (byId.length > 0) return byId;
    }
    const index = this.#answers.findIndex(
      (answer) => answer.t >= recorded.t && rules.requestOf(answer.kind) === recorded.kind,
    );
    return index < 0 ? [] : this.#answers.splice(index, 1);
  }

  #send(message: RecordedMessage, delayMs: number): void {
    const { rules, clock, socket } = this.#options;
    clock.after(durationMs(delayMs), () => {
      for (const frame of rules.frames(message)) socket.send(frame);
    });
  }
}

const messageOf = ({ t, kind, value }: Frame): Message => ({ t, kind, value });
