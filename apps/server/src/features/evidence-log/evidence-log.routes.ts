import { Readable } from 'node:stream';
import { ErrorBody, LogConsistency, LogConsistencyQuery, LogHeadView } from '@vigia/contract';
import { consistencyRanges, parseHead, parseNote, toBase64, toHex } from '@vigia/core/evidence-log';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import { findLastHead, readLogEnd, readStatedKey } from './log-rows.ts';
import { LogTree } from './log-tree.ts';
import { exportRecord, RECORD_FORMATS, type RecordDeps } from './record-export.ts';

const READS = { effects: ['reads'] } as const;

/** An export counts as this many requests in the general rate limit of a user. */
const REQUEST_COST = 50;

/** The format of the signed record. It is not in the contract, because no screen reads it. */
const RecordQuery = z.object({ format: z.enum(RECORD_FORMATS).default('json') });

/** Bytes of the root hash in the short form of a head. */
const ROOT_START_BYTES = 4;

/** Registers the routes of the log: its head, the proof that a head continues an earlier one, and a user's record. */
export function registerEvidenceLogRoutes(app: App, deps: RecordDeps): void {
  const { sql } = deps.db;
  const routes = memberRoutes(app, 'Registro');
  const tree = new LogTree(sql);
  routes.get(
    '/api/v1/log/head',
    {
      config: READS,
      summary: 'La última cabeza firmada del registro verificable; null si aún no hay ninguna',
      description: 'La nota es un tlog-checkpoint de C2SP, y la clave la comprueba. Guarda la nota fuera de aquí.',
      data: LogHeadView.nullable(),
    },
    async () => {
      const [head, key] = await Promise.all([findLastHead(sql), readStatedKey(sql)]);
      if (head === null || key === null) return null;
      const root = parseHead(parseNote(head.note)?.text ?? '')?.root ?? new Uint8Array(0);
      const rootStart = toHex(root.slice(0, ROOT_START_BYTES));
      return { size: head.size, signed_at: head.signed_at.toISOString(), root_start: rootStart, note: head.note, key };
    },
  );
  routes.get(
    '/api/v1/log/consistency',
    {
      config: READS,
      summary: 'La prueba de que una cabeza continúa a otra anterior (RFC 9162 §2.1.4)',
      description: 'Sin prueba (null) si «to» es mayor que el registro, o «from» mayor que «to».',
      querystring: LogConsistencyQuery,
      data: LogConsistency,
    },
    async ({ query: { from, to } }) => {
      const { size } = await readLogEnd(sql);
      const proof = from > to || to > size ? null : await tree.prove(from === 0 ? [] : consistencyRanges(from, to));
      return { from, to, proof: proof && proof.map(toBase64) };
    },
  );
  registerRecordRoute(app, deps);
}

function registerRecordRoute(app: App, deps: RecordDeps): void {
  app.get(
    '/api/v1/log/record',
    {
      preHandler: app.authenticate,
      exposeHeadRoute: false,
      config: { ...READS, requestCost: REQUEST_COST },
      schema: {
        tags: ['Registro'],
        summary: 'Tu historial en un archivo firmado, que cualquiera comprueba con «vigia verify --export»',
        querystring: RecordQuery,
        response: {
          200: z.unknown().describe('Un archivo JSON o CSV: hechos, hojas, pruebas, cabeza y firma'),
          '4xx': ErrorBody,
        },
      },
    },
    async (request, reply) => {
      const { format } = request.query;
      const record = await exportRecord(deps, request.principal.userId, format);
      if (record === null) throw new ApiError('not_found');
      return reply
        .type(`${format === 'csv' ? 'text/csv' : 'application/json'}; charset=utf-8`)
        .header('content-disposition', `attachment; filename="vigia-historial.${format}"`)
        .send(Readable.from(record));
    },
  );
}
