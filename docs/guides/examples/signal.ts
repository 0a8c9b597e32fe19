/** Sends one signal of an external strategy with a bot token. Usage: node signal.ts CALL|PUT */
import { randomUUID } from 'node:crypto';

const { VIGIA_URL = '', VIGIA_TOKEN = '', VIGIA_STRATEGY = '' } = process.env;

const answer = await fetch(`${VIGIA_URL}/api/v1/signals`, {
  method: 'POST',
  headers: { authorization: `Bearer ${VIGIA_TOKEN}`, 'content-type': 'application/json' },
  body: JSON.stringify({
    strategy_id: VIGIA_STRATEGY,
    direction: process.argv[2],
    id: randomUUID(),
    time: new Date().toISOString(),
  }),
  signal: AbortSignal.timeout(5_000),
});
process.stdout.write(`${answer.status} ${await answer.text()}\n`);
if (!answer.ok) process.exitCode = 1;
