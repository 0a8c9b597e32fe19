import { Readable } from 'node:stream';

/**
 * Text that is made while it is sent. Its first part is made before anything is answered, so that what fails at once is
 * told as any other failure; what fails later breaks the connection off, and no file looks complete that is not. Counted
 * in bytes, so that nothing is made that nobody takes.
 */
export async function textStream(parts: AsyncGenerator<string>): Promise<Readable> {
  const first = await parts.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* parts;
  }
  return Readable.from(all(), { objectMode: false });
}
