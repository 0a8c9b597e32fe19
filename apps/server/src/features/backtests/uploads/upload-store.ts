import type { CandleColumns } from '@vigia/core/candles';
import { type Cancel, type Clock, durationMs, err, ok, type Result } from '@vigia/core/kernel';
import { addressKey, isLoopback } from '#platform/throttle/address.ts';
import type { ReadFile } from '../threads/protocol.ts';

/** Time for which the store keeps an uploaded file. */
const KEPT_MS = durationMs(3_600_000);
/** Number of files kept per user; a fourth file replaces the oldest. */
const FILES_A_PERSON = 3;
const MEGABYTE = 1_048_576;
/**
 * Bytes of candles that are kept. Users without an account need only a click, so they share a part of their own and
 * keep no account out.
 */
export type UploadLimits = {
  readonly perPerson: number;
  readonly ofAccounts: number;
  readonly perAnonymous: number;
  readonly ofAnonymous: number;
};
const UPLOAD_LIMITS: UploadLimits = {
  perPerson: 160 * MEGABYTE,
  ofAccounts: 384 * MEGABYTE,
  perAnonymous: 64 * MEGABYTE,
  ofAnonymous: 128 * MEGABYTE,
};
/** Number of files received or read at once, each up to 64 MB; of one address and of users without an account fewer. */
const COMING_AT_ONCE = 4;
const COMING_OF_A_PART = 2;
const BYTES_A_CANDLE = 5 * Float64Array.BYTES_PER_ELEMENT;

/** Returns the lease key under which other processes find the process that holds a file. */
export const uploadPiece = (id: string): string => `upload.${id}`;

/** The user who uploads a file, and their address. */
export type Uploader = { readonly userId: string; readonly isAnonymous: boolean; readonly ip: string };

export type Upload = ReadFile & Pick<Uploader, 'userId' | 'isAnonymous'> & { readonly id: string };

/** Uploaded files, kept in memory as candles for one hour; a restart loses them. */
export class UploadStore {
  readonly #clock: Clock;
  /** Stored files by id, in the order of their upload. */
  readonly #kept = new Map<string, Upload>();
  readonly #coming = new Set<Uploader>();
  readonly #ends = new Map<string, Cancel>();
  readonly #whileKept: (lease: string) => Cancel;
  readonly #limits: UploadLimits;

  /** @param whileKept called for each stored file; its returned cancel is called when the file is dropped */
  constructor(clock: Clock, whileKept: (lease: string) => Cancel, limits = UPLOAD_LIMITS) {
    this.#clock = clock;
    this.#whileKept = whileKept;
    this.#limits = limits;
  }

  /** Returns the bytes of all stored candles. */
  get bytes(): number {
    return bytesOf([...this.#kept.values()]);
  }

  /**
   * Starts receiving a file; the caller must call `end` afterwards. At once are received one file of a user, two of
   * an address, two of users without an account, and four in all.
   */
  begin(uploader: Uploader): Result<{ readonly end: () => void }, 'full'> {
    const coming = [...this.#coming];
    const ofAddress = coming.filter(({ ip }) => !isLoopback(ip) && addressKey(ip) === addressKey(uploader.ip));
    const ofAnonymous = coming.filter(({ isAnonymous }) => isAnonymous && uploader.isAnonymous);
    const isFull =
      coming.some(({ userId }) => userId === uploader.userId) ||
      coming.length >= COMING_AT_ONCE ||
      [ofAddress, ofAnonymous].some((part) => part.length >= COMING_OF_A_PART);
    if (isFull) return err('full');
    this.#coming.add(uploader);
    return ok({ end: () => void this.#coming.delete(uploader) });
  }

  /**
   * Stores the candles of a file, in the place of the user's oldest ones if they have too many. Without room,
   * the user with the most bytes loses their oldest file, if they hold more than this user then does.
   * @returns `too_large`: more than a user may have; `full`: the others hold no more than their share
   */
  keep(
    id: string,
    { userId, isAnonymous }: Pick<Uploader, 'userId' | 'isAnonymous'>,
    file: ReadFile,
  ): Result<Upload, 'full' | 'too_large'> {
    const size = sizeOf(file.candles);
    const [own, part] = this.#limitsOf(isAnonymous);
    if (size > own) return err('too_large');
    while (this.#of(userId).length >= FILES_A_PERSON || bytesOf(this.#of(userId)) + size > own) {
      this.#forgetOldest(userId);
    }
    const wanted = bytesOf(this.#of(userId)) + size;
    while (bytesOf(this.#part(isAnonymous)) + size > part) {
      const largest = this.#largestHolder(isAnonymous);
      if (largest === null || bytesOf(this.#of(largest)) <= wanted) return err('full');
      this.#forgetOldest(largest);
    }
    const upload = { ...file, id, userId, isAnonymous };
    this.#kept.set(id, upload);
    this.#ends.set(id, this.#whileKept(uploadPiece(id)));
    // A timer drops the file, so that an idle server frees the memory too.
    this.#clock.after(KEPT_MS, () => this.#forget(id));
    return ok(upload);
  }

  /** Bytes that one user may have, for the sentence of a refusal. */
  largestOf(isAnonymous: boolean): number {
    return this.#limitsOf(isAnonymous)[0];
  }

  #limitsOf(isAnonymous: boolean): readonly [own: number, part: number] {
    const { perPerson, ofAccounts, perAnonymous, ofAnonymous } = this.#limits;
    return isAnonymous ? [perAnonymous, ofAnonymous] : [perPerson, ofAccounts];
  }

  #of(userId: string): readonly Upload[] {
    return [...this.#kept.values()].filter((upload) => upload.userId === userId);
  }

  #part(isAnonymous: boolean): readonly Upload[] {
    return [...this.#kept.values()].filter((upload) => upload.isAnonymous === isAnonymous);
  }

  #largestHolder(isAnonymous: boolean): string | null {
    const holders = new Set(this.#part(isAnonymous).map(({ userId }) => userId));
    const [largest] = [...holders].toSorted((a, b) => bytesOf(this.#of(b)) - bytesOf(this.#of(a)));
    return largest ?? null;
  }

  #forgetOldest(userId: string): void {
    const [oldest] = this.#of(userId);
    if (oldest !== undefined) this.#forget(oldest.id);
  }

  #forget(id: string): void {
    this.#kept.delete(id);
    this.#ends.get(id)?.();
    this.#ends.delete(id);
  }

  /** Returns a user's own file; null if the store does not have it. */
  find(id: string, userId: string): Upload | null {
    const upload = this.#kept.get(id);
    return upload?.userId === userId ? upload : null;
  }
}

const sizeOf = (candles: CandleColumns): number => candles.length * BYTES_A_CANDLE;

const bytesOf = (uploads: readonly Upload[]): number => uploads.reduce((sum, { candles }) => sum + sizeOf(candles), 0);
