import { Readable } from 'node:stream';

/**
 * Streams text while it is generated. The first part is generated before the response starts, so that an early failure
 * gets an ordinary error response. A later failure breaks the connection, so that no incomplete file looks complete.
 * Backpressure counts bytes: generation waits for the client.
 */
export async function textStream(parts: AsyncGenerator<string>): Promise<Readable> {
  const first = await parts.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* parts;
  }
  return Readable.from(all(), { objectMode: false });
}
