import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A response that never changes while the process runs. It is created, compressed and hashed at the first request. */
export class ConstantResponse {
  readonly #type: string;
  readonly #make: () => string;
  #made: { readonly plain: Buffer; readonly gzip: Buffer; readonly etag: string } | null = null;

  /**
   * Creates a response.
   * @param type content type
   * @param make returns the text; called once
   */
  constructor(type: string, make: () => string) {
    this.#type = type;
    this.#make = make;
  }

  /** Sends the response, or 304 to a client that has it already. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { plain, gzip, etag } = this.#content();
    // The check of foreign origins has already set a `Vary` header.
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
    reply.headers({ etag, 'cache-control': 'no-cache', vary });
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
    const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    // An explicit encoding also prevents the compression hook from compressing the response again.
    reply.header('content-encoding', isPacked ? 'gzip' : 'identity').type(this.#type);
    return reply.send(isPacked ? gzip : plain);
  }

  #content() {
    if (this.#made !== null) return this.#made;
    const plain = Buffer.from(this.#make());
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
    this.#made = { plain, gzip: gzipSync(plain), etag };
    return this.#made;
  }
}
