import type { Clock, EpochMs } from '@vigia/core/kernel';
import webpush from 'web-push';
import type { PushKeys } from '#platform/config/push-keys.ts';

/** Half of the twelve hours for which the library makes a token valid. */
const REUSED_MS = 6 * 60 * 60_000;

/** Push services that are remembered. Browsers use a handful; the bound keeps invented ones from filling the memory. */
const ORIGINS_MOST = 100;

type Issued = { readonly authorization: string; readonly atMs: EpochMs };

/**
 * The headers that identify this installation to push services, by RFC 8292. A token names one push service, and its
 * signature takes two milliseconds, so messages of six hours share it.
 */
export class VapidHeaders {
  readonly #keys: PushKeys;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #issued = new Map<string, Issued>();

  constructor(keys: PushKeys, clock: Pick<Clock, 'now'>) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Returns the value of the header `Authorization` for a message to this address. */
  authorizationFor(endpoint: string): string {
    const { origin } = new URL(endpoint);
    const nowMs = this.#clock.now();
    const found = this.#issued.get(origin);
    // A token of the future was signed by a clock that was wrongly ahead.
    if (found !== undefined && found.atMs <= nowMs && nowMs < found.atMs + REUSED_MS) return found.authorization;
    if (this.#issued.size >= ORIGINS_MOST) this.#issued.clear();
    const authorization = this.#sign(origin);
    this.#issued.set(origin, { authorization, atMs: nowMs });
    return authorization;
  }

  #sign(origin: string): string {
    const { subject, publicKey, privateKey } = this.#keys;
    return webpush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm').Authorization;
  }
}
