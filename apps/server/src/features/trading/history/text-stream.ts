import { Readable } from 'node:stream';

/**
 * Text that is made while it is sent. Its first part is made before anything is answered, so that what fails at once is
 * told as any other failure; what fails later breaks the connection off, and no file looks complete that is not. Nothing
 * is made that nobody takes.
 */
export async function textStream(parts: AsyncGenerator<string>): Promise<Readable> {
  const first = await parts.next();
  async function* all() {
    try {
      if (!first.done) yield first.value;
      yield* parts;
    } finally {
      await parts.return(undefined);
    }
  }
  return Readable.from(all(), { objectMode: false });
}
