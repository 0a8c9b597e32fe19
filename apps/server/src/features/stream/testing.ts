/**
 * Decodes the output of {@link textFrames} as a client would. Returns the texts of the messages, which must be complete
 * and unmasked.
 */
export function decodeFrames(frames: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < frames.length; ) {
    if (frames[at] !== 0x81) throw new Error(`no text frame at ${at}`);
    const { length, from } = lengthAt(frames, at + 1);
    texts.push(frames.toString('utf8', from, from + length));
    at = from + length;
  }
  return texts;
}

function lengthAt(frames: Buffer, at: number): { readonly length: number; readonly from: number } {
  const short = frames.readUInt8(at);
  if (short < 126) return { length: short, from: at + 1 };
  if (short === 126) return { length: frames.readUInt16BE(at + 1), from: at + 3 };
  return { length: Number(frames.readBigUInt64BE(at + 1)), from: at + 9 };
}
