import type { Encoding } from './dialect.ts';

const [LF, CR, QUESTION] = [10, 13, 63] as const;
const ASCII_END = 0x80;
const EMPTY = new Uint8Array(0);

/**
 * Decodes chunks to one character per byte. UTF-8 stays unchanged. In UTF-16 each character outside ASCII becomes a
 * question mark.
 */
export class ChunkDecoder {
  #encoding: Encoding | null = null;
  #held: Uint8Array = EMPTY;

  decode(chunk: Uint8Array): Uint8Array {
    const bytes = this.#held.length === 0 ? chunk : joinedBytes(this.#held, chunk);
    this.#held = EMPTY;
    if (this.#encoding === null && bytes.length < 4) {
      this.#held = bytes.slice();
      return EMPTY;
    }
    this.#encoding ??= encodingOf(bytes);
    if (this.#encoding === 'utf8') return bytes;
    if (bytes.length % 2 === 1) this.#held = bytes.slice(-1);
    return fromUtf16(bytes, this.#encoding === 'utf16le' ? 0 : 1);
  }

  /** Returns the remaining bytes of a file with fewer than four bytes. */
  end(): Uint8Array {
    return this.#encoding === null ? this.#held : EMPTY;
  }
}

export function joinedBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** UTF-16 is detected by its byte order mark, or by the zero byte beside its first character. */
function encodingOf([first, second]: Uint8Array): Encoding {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf16be' : 'utf8';
}

/** @param low offset of the low byte of a code unit */
function fromUtf16(bytes: Uint8Array, low: 0 | 1): Uint8Array {
  const text = new Uint8Array(bytes.length >> 1);
  let length = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const unit = (bytes[at + low] ?? 0) | ((bytes[at + 1 - low] ?? 0) << 8);
    if (unit !== 0xfeff) text[length++] = unit < ASCII_END ? unit : QUESTION;
  }
  return text.subarray(0, length);
}

/** Returns the number of bytes up to and including the last line end; 0 without a line end. */
export function lengthOfWholeLines(bytes: Uint8Array): number {
  const lf = bytes.lastIndexOf(LF);
  if (lf >= 0) return lf + 1;
  // A CR as the last byte may be the first half of CR LF.
  const cr = bytes.subarray(0, -1).lastIndexOf(CR);
  return cr + 1;
}
