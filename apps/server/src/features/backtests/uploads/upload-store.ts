import type { CandleColumns } from '@vigia/core/candles';
import { type Cancel, type Clock, durationMs, err, ok, type Result } from '@vigia/core/kernel';
import type { ReadFile } from '../threads/protocol.ts';

/** How long an uploaded file is kept. */
const KEPT_MS = durationMs(3_600_000);
/** Number of files kept per user; a fourth replaces the oldest. */
const FILES_A_PERSON = 3;
/** Limit over all users, in bytes of candles: about ten files of the largest size. */
const BYTES_OF_ALL = 512 * 1024 * 1024;
/** Number of files received or read at once, each up to 64 MB. */
const COMING_AT_ONCE = 4;
const BYTES_A_CANDLE = 5 * Float64Array.BYTES_PER_ELEMENT;

/** Lease key under which other processes find the process that holds a file. */
export const uploadPiece = (id: string): string => `upload.${id}`;

export type Upload = ReadFile & { readonly id: string; readonly userId: string };

/** Uploaded files, kept in memory as candles for one hour; a restart loses them. */
export class UploadStore {
  readonly #clock: Clock;
  /** Files in the order they were uploaded. */
  readonly #kept = new Map<string, Upload>();
  readonly #coming = new Set<string>();
  readonly #ends = new Map<string, Cancel>();
  readonly #whileKept: (lease: string) => Cancel;

  /** @param whileKept called for each stored file; its returned cancel is called when the file is dropped */
  constructor(clock: Clock, whileKept: (lease: string) => Cancel) {
    this.#clock = clock;
    this.#whileKept = whileKept;
  }

  /** Bytes of all candles that are kept. */
  get bytes(): number {
    return [...this.#kept.values()].reduce((sum, { candles }) => sum + sizeOf(candles), 0);
  }

  /**
   * Starts receiving a file; the caller must call `end` afterwards. At most one file per user and four in all are
   * received at once.
   */
  begin(userId: string): Result<{ readonly end: () => void }, 'full'> {
    if (this.#coming.has(userId) || this.#coming.size >= COMING_AT_ONCE) return err('full');
    this.#coming.add(userId);
    return ok({ end: () => void this.#coming.delete(userId) });
  }

  /** Stores the candles of a file. */
  keep(id: string, userId: string, file: ReadFile): Result<Upload, 'full'> {
    const own = [...this.#kept.values()].filter((upload) => upload.userId === userId);
    for (const oldest of own.slice(0, Math.max(0, own.length - FILES_A_PERSON + 1))) this.#forget(oldest.id);
    if (this.bytes + sizeOf(file.candles) > BYTES_OF_ALL) return err('full');
    const upload = { ...file, id, userId };
    this.#kept.set(id, upload);
    this.#ends.set(id, this.#whileKept(uploadPiece(id)));
    // A timer drops the file, so that an idle server frees the memory too.
    this.#clock.after(KEPT_MS, () => this.#forget(id));
    return ok(upload);
  }

  #forget(id: string): void {
    this.#kept.delete(id);
    this.#ends.get(id)?.();
    this.#ends.delete(id);
  }

  /** Returns a user's own file while it is kept. */
  find(id: string, userId: string): Upload | null {
    const upload = this.#kept.get(id);
    return upload?.userId === userId ? upload : null;
  }
}

const sizeOf = (candles: CandleColumns): number => candles.length * BYTES_A_CANDLE;
