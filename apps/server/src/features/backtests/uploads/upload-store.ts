import type { CandleColumns } from '@vigia/core/candles';
import { type Cancel, type Clock, durationMs, err, ok, type Result } from '@vigia/core/kernel';
import { type Uploader, UploadsInProgress } from '../../price-files/index.ts';
import type { ReadFile } from '../threads/protocol.ts';

/** Time for which the store keeps an uploaded file. */
const KEPT_MS = durationMs(3_600_000);
/** Largest number of files per user. Another file replaces the oldest. */
const FILES_A_PERSON = 3;
const MEGABYTE = 1_048_576;
/**
 * Limits of stored candles in bytes. An attacker can create anonymous users with a click. Anonymous users therefore
 * have their own share, and cannot displace files of full accounts.
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
const BYTES_A_CANDLE = 5 * Float64Array.BYTES_PER_ELEMENT;

/** Returns the key of the lease through which other processes find the process that holds a file. */
export const uploadLeaseKey = (id: string): string => `upload.${id}`;

export type Upload = ReadFile & Pick<Uploader, 'userId' | 'isAnonymous'> & { readonly id: string };

/** Uploaded files, kept in memory as candles for one hour. They are lost at a restart. */
export class UploadStore {
  readonly #clock: Clock;
  /** Stored files by id, in the order of their upload. */
  readonly #kept = new Map<string, Upload>();
  readonly #coming = new UploadsInProgress();
  readonly #ends = new Map<string, Cancel>();
  readonly #whileKept: (lease: string) => Cancel;
  readonly #limits: UploadLimits;

  /**
   * Creates an empty store.
   * @param whileKept called for each stored file; the returned function is called when the file is dropped
   */
  constructor(clock: Clock, whileKept: (lease: string) => Cancel, limits = UPLOAD_LIMITS) {
    this.#clock = clock;
    this.#whileKept = whileKept;
    this.#limits = limits;
  }

  /** Returns the bytes of all stored candles. */
  get bytes(): number {
    return bytesOf([...this.#kept.values()]);
  }

  /** Starts receiving a file; the caller must call `end` afterwards. */
  begin(uploader: Uploader): Result<{ readonly end: () => void }, 'full'> {
    return this.#coming.begin(uploader);
  }

  /**
   * Stores the candles of a file. If the user has too many files, the oldest of them is replaced. If the store is full,
   * the oldest file of the user with the most bytes is dropped, but only if that user has more bytes than this user
   * will have.
   * @returns `too_large` if the user may not have that many bytes; `full` if no other user's file may be dropped
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
    this.#ends.set(id, this.#whileKept(uploadLeaseKey(id)));
    // A timer drops the file, so that even an idle server frees the memory.
    this.#clock.after(KEPT_MS, () => this.#forget(id));
    return ok(upload);
  }

  /** Returns the bytes that one user may have, for the message of a refusal. */
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
