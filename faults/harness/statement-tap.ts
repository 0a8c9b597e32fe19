import { Socket } from 'node:net';

const PROTOCOL_3 = 196_608;

/**
 * Receives each SQL statement before the driver sends it to PostgreSQL. If it returns a function, the tap calls that
 * function after the bytes were sent.
 */
export type OnStatement = (text: string) => (() => void) | null;

/** The prepared statements of one database connection: text by name. */
type Session = { readonly prepared: Map<string, string> };

/**
 * Reports the SQL statements in the bytes that this process sends to PostgreSQL (protocol: PostgreSQL manual, 54.7). A
 * statement is a Query message, or a Bind message that refers to the text of an earlier Parse message. The server's
 * code does not change for this.
 */
export function tapStatements(onStatement: OnStatement): void {
  const sessions = new WeakMap<Socket, Session>();
  const write = Socket.prototype.write;
  const tapped = function (this: Socket, ...args: Parameters<typeof write>): boolean {
    const [chunk] = args;
    const after = Buffer.isBuffer(chunk) ? noticed(this, chunk) : [];
    const isFlushed = write.apply(this, args);
    for (const done of after) done();
    return isFlushed;
  };
  Object.assign(Socket.prototype, { write: tapped });

  function noticed(socket: Socket, bytes: Buffer): readonly (() => void)[] {
    const session = sessions.get(socket);
    if (session === undefined) {
      if (bytes.length >= 8 && bytes.readInt32BE(4) === PROTOCOL_3) sessions.set(socket, { prepared: new Map() });
      return [];
    }
    return statementsIn(bytes, session).flatMap((text) => onStatement(text) ?? []);
  }
}

function statementsIn(bytes: Buffer, { prepared }: Session): readonly string[] {
  const texts: string[] = [];
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const kind = String.fromCharCode(bytes[at] ?? 0);
    const strings = bytes.toString('utf8', at + 5, at + 1 + bytes.readInt32BE(at + 1)).split('\0', 2);
    const [first = '', second = ''] = strings;
    if (kind === 'Q') texts.push(first);
    else if (kind === 'P') prepared.set(first, second);
    else if (kind === 'B') texts.push(prepared.get(second) ?? '');
  }
  return texts;
}
