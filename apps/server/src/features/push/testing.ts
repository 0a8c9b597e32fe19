import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { NOTIFICATION_TOPICS, PushMessage, type PushSubscriptionBody } from '@vigia/contract';
import type { PushKeys } from '#platform/config/push-keys.ts';

/** Creates a key pair in the format of `web-push generate-vapid-keys`. */
export function newPushKeys(): PushKeys {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: curve.getPrivateKey().toString('base64url').padStart(43, 'A'),
    subject: 'mailto:soporte@vigia.example',
  };
}

/** A browser that can receive push messages, with its own keys and an address at its push service. */
export class FakeBrowser {
  readonly #curve: ECDH = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor() {
    this.#curve.generateKeys();
  }

  subscription(
    endpoint: string,
    topics: PushSubscriptionBody['topics'] = [...NOTIFICATION_TOPICS],
  ): PushSubscriptionBody {
    const keys = { p256dh: this.#curve.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
    return { endpoint, keys, topics };
  }

  /**
   * Decrypts a message by RFC 8188 and RFC 8291. It is written from these texts, without the library that encrypts.
   * @throws Error if the message is not for this browser
   */
  open(body: Buffer): PushMessage {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const senderKey = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const shared = hmac(this.#auth, this.#curve.computeSecret(senderKey));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#curve.getPublicKey(), senderKey]);
    const pseudorandom = hmac(salt, hmac(shared, Buffer.concat([info, Buffer.from([1])])));
    const key = hmac(pseudorandom, Buffer.from('Content-Encoding: aes128gcm\0\x01')).subarray(0, 16);
    const nonce = hmac(pseudorandom, Buffer.from('Content-Encoding: nonce\0\x01')).subarray(0, 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // The last record ends with the byte 2, followed by zeros that hide its length.
    const text = padded.subarray(0, padded.lastIndexOf(2));
    return PushMessage.parse(JSON.parse(text.toString()));
  }
}

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest();

export type ReceivedPush = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** A response that never ends: the connection then belongs to another protocol. */
const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';

/** A push service on this machine that records messages and sends scripted responses. */
export class PushReceiver {
  readonly received: ReceivedPush[] = [];
  /** Responses to the next messages. After the last of them, the service responds with 201. */
  readonly answers: { readonly status: number; readonly retryAfterS?: number }[] = [];
  /** Called when a message has arrived whole, before its response. */
  onReceived: () => void = () => undefined;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<PushReceiver> {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        receiver.received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) });
        receiver.onReceived();
        const { status = 201, retryAfterS } = receiver.answers.shift() ?? {};
        if (status === 101) return void response.socket?.write(SWITCHED);
        response.writeHead(status, retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }).end();
      });
    });
    const receiver = new PushReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** Returns the push endpoint of the test browser with this name. */
  endpoint(name: string): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the receiver is not listening');
    return `http://127.0.0.1:${address.port}/push/${name}`;
  }

  /** Returns the number of open connections. A sender that was killed has none after its last bytes are read. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
