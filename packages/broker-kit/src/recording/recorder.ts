import type { Clock } from '@vigia/core/kernel';
import type { CheckResult } from '#check/index.ts';
import type { BrokerCredentials, RecordingRules, SocketTap, WireExchange, WireTap } from '#port/index.ts';
import { AllowList } from './allow-list.ts';
import type { Recording, RecordingEvent } from './recording.ts';
import { RenamedIds } from './renamed-ids.ts';

/** Headers of responses that adapters read and that contain no secret. */
const HEADERS = ['content-type', 'date', 'retry-after'];
/** Form of a path that is kept in a recorded redirect. */
const PLAIN_PATH = /^\/[a-z/-]{0,60}$/;
/** Largest number of events, so that a long session does not fill the memory. */
const MAX_EVENTS = 50_000;

export type RecorderOptions = {
  readonly broker: string;
  readonly rules: RecordingRules;
  readonly credentials: BrokerCredentials;
  readonly clock: Pick<Clock, 'now'>;
};

/** Records a session's traffic. Forbidden content is removed before anything is stored. */
export class Recorder implements WireTap {
  readonly #options: RecorderOptions;
  readonly #startMs: number;
  readonly #ids = new RenamedIds();
  readonly #secrets: readonly string[];
  readonly #lists = new Map<string, AllowList>();
  readonly #events: RecordingEvent[] = [];
  #sockets = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#startMs = options.clock.now();
    this.#secrets = Object.values(options.credentials).flatMap((value) =>
      typeof value === 'string' ? value.split(/[\s;]+/) : [],
    );
  }

  onExchange({ method, url, status, headers, body }: WireExchange): void {
    const { pathname } = new URL(url);
    const rule = this.#options.rules.requests.find((one) => one.method === method && one.path.test(pathname));
    if (!rule) return this.#add({ type: 'exchange', kind: 'other', status, headers: {}, body: null });
    const id = (value: string) => String(this.#ids.rename(value));
    const read = rule.page
      ? rule.page(body, id)
      : new AllowList(rule.keep ?? []).scrub(jsonOf(body), this.#ids, this.#secrets);
    this.#add({ type: 'exchange', kind: rule.kind, status, headers: keptHeaders(headers, url), body: read });
  }

  onSocket(): SocketTap {
    const socket = this.#sockets;
    this.#sockets += 1;
    this.#add({ type: 'socket', socket });
    const { rules } = this.#options;
    const readers = { in: rules.reader('in'), out: rules.reader('out') };
    return {
      onFrame: (direction, frame) => {
        for (const { kind, value } of readers[direction](frame))
          this.#add({ type: direction, socket, kind: this.#kind(kind), value: this.#scrubbed(kind, value) });
      },
    };
  }

  /** The recording so far, with the results of the check. */
  recording(results: readonly CheckResult[]): Recording {
    const { broker, credentials } = this.#options;
    return {
      version: 1,
      broker,
      credentialKind: credentials.kind,
      hasNumericAppId: credentials.kind === 'api_token' && /^\d+$/.test(credentials.appId.trim()),
      startMs: this.#startMs,
      results: results.map(({ step, verdict, ...rest }) => ({
        step,
        verdict,
        findings: 'findings' in rest ? rest.findings.map(({ code }) => code) : [],
      })),
      events: this.#events,
    };
  }

  /** Returns the kind if a rule names it. Another kind may be private content and is replaced. */
  #kind(kind: string): string {
    return kind in this.#options.rules.keep ? kind : 'other';
  }

  #scrubbed(kind: string, value: unknown): unknown {
    const { keep } = this.#options.rules;
    const list = this.#lists.get(kind) ?? new AllowList([...(keep['*'] ?? []), ...(keep[kind] ?? [])]);
    this.#lists.set(kind, list);
    return list.scrub(value, this.#ids, this.#secrets);
  }

  #add(event: WithoutTime): void {
    if (this.#events.length < MAX_EVENTS) this.#events.push({ t: this.#options.clock.now() - this.#startMs, ...event });
  }
}

type WithoutTime = RecordingEvent extends infer Event ? (Event extends unknown ? Omit<Event, 't'> : never) : never;

function keptHeaders(headers: Readonly<Record<string, string>>, url: string): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).filter(([name]) => HEADERS.includes(name));
  const { location } = headers;
  if (location === undefined || !URL.canParse(location, url)) return Object.fromEntries(kept);
  const { pathname } = new URL(location, url);
  return Object.fromEntries([...kept, ...(PLAIN_PATH.test(pathname) ? [['location', pathname]] : [])]);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
