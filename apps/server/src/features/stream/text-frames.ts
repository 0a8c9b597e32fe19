const FINAL_TEXT = 0x81;
const LENGTH_IN_2_BYTES = 126;
const LENGTH_IN_8_BYTES = 127;

/**
 * Encodes texts as consecutive WebSocket messages of a server (RFC 6455 §5.2: complete and unmasked). The result can be
 * sent to any number of sockets.
 */
export function textFrames(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const frames = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + headBytes(length) + length, 0));
  let at = 0;
  texts.forEach((text, n) => {
    at = writeHead(frames, at, lengths[n] ?? 0);
    at += frames.write(text, at);
  });
  return frames;
}

function headBytes(length: number): number {
  if (length < LENGTH_IN_2_BYTES) return 2;
  return length < 0x1_00_00 ? 4 : 10;
}

/**
 * Writes the header of a message.
 * @returns the position of the text after the header
 */
function writeHead(frames: Buffer, at: number, length: number): number {
  frames[at] = FINAL_TEXT;
  switch (headBytes(length)) {
    case 2:
      frames[at + 1] = length;
      return at + 2;
    case 4:
      frames[at + 1] = LENGTH_IN_2_BYTES;
      return frames.writeUInt16BE(length, at + 2);
    default:
      frames[at + 1] = LENGTH_IN_8_BYTES;
      return frames.writeBigUInt64BE(BigInt(length), at + 2);
  }
}
