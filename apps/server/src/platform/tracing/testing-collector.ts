import { createServer } from 'node:http';
import { z } from 'zod';

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.coerce.number().optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
});
const Attributes = z.array(z.object({ key: z.string(), value: Value })).default([]);
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.coerce.bigint(),
              endTimeUnixNano: z.coerce.bigint(),
              attributes: Attributes,
              status: z.object({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A span that a collector received. */
export type CollectedSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly durationMs: number;
  readonly hasFailed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Attributes of the process that sent the span. */
  readonly process: Readonly<Record<string, unknown>>;
};

const FAILED = 2;

/** Starts an OTLP collector on loopback that records the spans and texts that it receives. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const headers: Record<string, unknown>[] = [];
  let text = '';
  const server = createServer((request, answer) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      text += body;
      headers.push(request.headers);
      spans.push(...spansOf(Sent.parse(JSON.parse(body))));
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    spans,
    headers,
    text: () => text,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

const spansOf = ({ resourceSpans }: z.infer<typeof Sent>): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, endTimeUnixNano, attributes, status, ...span }) => ({
        ...span,
        parentSpanId: span.parentSpanId || undefined,
        durationMs: Number((endTimeUnixNano - startTimeUnixNano) / 1_000n) / 1_000,
        hasFailed: status.code === FAILED,
        attributes: plain(attributes),
        process: plain(resource.attributes),
      })),
    ),
  );

const plain = (attributes: z.infer<typeof Attributes>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
