/** Receives the webhooks of Vigía, without packages. Usage: PORT=8080 VIGIA_SECRET=whsec_… node webhook.ts */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { PORT = '8080', VIGIA_SECRET = '' } = process.env;
const MAX_AGE_S = 300;
const seen = new Set<string>();

function isSigned(body: string, header: string): boolean {
  const [, time = '', seal = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const wanted = createHmac('sha256', VIGIA_SECRET).update(`${time}.${body}`).digest();
  const isRecent = Math.abs(Date.now() / 1_000 - Number(time)) <= MAX_AGE_S;
  return seal !== '' && timingSafeEqual(Buffer.from(seal, 'hex'), wanted) && isRecent;
}

createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
  request.on('end', () => {
    if (!isSigned(body, String(request.headers['vigia-signature']))) return response.writeHead(401).end();
    const { id, type, items = [], text = type } = JSON.parse(body);
    // A message is sent again if its response was lost. Keep the ids where a restart does not lose them.
    if (!seen.has(id)) {
      seen.add(id);
      for (const line of type === 'notifications' ? items : [{ title: text }]) console.log(line.title);
    }
    return response.writeHead(204).end();
  });
}).listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
