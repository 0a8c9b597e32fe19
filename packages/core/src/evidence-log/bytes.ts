const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const HEX = /^(?:[0-9a-f]{2})*$/;
const SEXTET = 6;
const OCTET = 8;
const CONTINUATION = 0x80;

/** Returns the bytes as standard base64 with padding (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << OCTET) | (bytes[i + 2] ?? 0);
    for (let sextet = 0; sextet < 4; sextet += 1)
      text += i + sextet > bytes.length ? '=' : ALPHABET.charAt((group >> (SEXTET * (3 - sextet))) & 63);
  }
  return text;
}

/** Returns the bytes of standard base64 with padding; null if the text is not canonical base64. */
export function fromBase64(text: string): Uint8Array | null {
  if (!BASE64.test(text)) return null;
  const digits = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * SEXTET) / OCTET));
  let group = 0;
  let bits = 0;
  let at = 0;
  for (const digit of digits) {
    group = ((group << SEXTET) | ALPHABET.indexOf(digit)) & 0xffff;
    bits += SEXTET;
    if (bits < OCTET) continue;
    bits -= OCTET;
    bytes[at] = (group >> bits) & 0xff;
    at += 1;
  }
  // Unused bits of the last digit must be zero, so that each value has one text.
  return toBase64(bytes) === text ? bytes : null;
}

const HEX_PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Returns the bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX_PAIRS[byte];
  return text;
}

/** Returns the bytes of lower-case hex; null if the text is not hex. */
export const fromHex = (text: string): Uint8Array | null =>
  HEX.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : null;

/** Largest number of bytes of a UTF-16 code unit in UTF-8. */
export const MAX_UTF8_BYTES_PER_UNIT = 3;

/** Returns the text as UTF-8. A lone surrogate becomes U+FFFD, as in TextEncoder. */
export function toUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * MAX_UTF8_BYTES_PER_UNIT);
  return bytes.subarray(0, writeUtf8(bytes, 0, text));
}

/** Writes the text as UTF-8; see {@link toUtf8}. Returns the place after it. */
export function writeUtf8(bytes: Uint8Array, start: number, text: string): number {
  let at = start;
  for (let unit = 0; unit < text.length; unit += 1) {
    const code = text.charCodeAt(unit);
    // Facts and leaves are nearly always ASCII.
    if (code < CONTINUATION) {
      bytes[at] = code;
      at += 1;
    } else {
      const point = text.codePointAt(unit) ?? 0;
      at = writeLong(bytes, at, point);
      if (point > 0xffff) unit += 1;
    }
  }
  return at;
}

/** Writes the bytes as lower-case hex digits. Returns the place after them. */
export function writeHex(bytes: Uint8Array, start: number, written: Uint8Array): number {
  let at = start;
  for (const byte of written) {
    bytes[at] = HEX_DIGITS.charCodeAt(byte >> 4);
    bytes[at + 1] = HEX_DIGITS.charCodeAt(byte & 0xf);
    at += 2;
  }
  return at;
}

const HEX_DIGITS = '0123456789abcdef';

/** Writes a code point of several bytes. Returns the place after it. */
function writeLong(bytes: Uint8Array, at: number, found: number): number {
  const code = found >= 0xd800 && found <= 0xdfff ? 0xfffd : found;
  if (code < 0x800) bytes.set([0xc0 | (code >> 6), continuation(code)], at);
  else if (code < 0x10000) bytes.set([0xe0 | (code >> 12), continuation(code >> 6), continuation(code)], at);
  else bytes.set([0xf0 | (code >> 18), continuation(code >> 12), continuation(code >> 6), continuation(code)], at);
  return at + (code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
}

const continuation = (code: number): number => CONTINUATION | (code & 0x3f);

/** Returns the parts one after the other. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
