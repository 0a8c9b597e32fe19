import { err, ok, type Result } from '@vigia/core/kernel';
import { addressKey, isLoopback } from '#platform/throttle/address.ts';

/** The user who uploads a file, and the IP address of their client. */
export type Uploader = { readonly userId: string; readonly isAnonymous: boolean; readonly ip: string };

/** Numbers of files received at once: in total, and the smaller one for one IP address and for all anonymous users. */
const COMING_AT_ONCE = 4;
const COMING_OF_A_PART = 2;

/**
 * Counts the uploads in progress. An attacker can create anonymous users with a click, so they must not block full
 * accounts.
 */
export class UploadsInProgress {
  readonly #coming = new Set<Uploader>();

  /**
   * Starts to receive a file. The caller must call `end` afterwards. At most one file of a user is received at a time,
   * two of an IP address, two of all anonymous users, and four in total.
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
}
