import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const LINE_END = 10;

/** Returns a stream that passes lines on, and counts and hashes them. */
export function countRows(): {
  readonly through: Transform;
  seen(): { readonly rows: number; readonly sha256: string };
} {
  const hash = createHash('sha256');
  let rows = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  return { through, seen: () => ({ rows, sha256: hash.copy().digest('hex') }) };
}

/** Splits chunks into complete lines, and yields the lines in batches. */
export async function* lineBatches(source: AsyncIterable<Buffer>, atOnce: number): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder('utf8');
  let lines: string[] = [];
  let rest = '';
  for await (const chunk of source) {
    const parts = (rest + decoder.write(chunk)).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      if (lines.length < atOnce) continue;
      yield lines;
      lines = [];
    }
  }
  if (lines.length > 0) yield lines;
}
