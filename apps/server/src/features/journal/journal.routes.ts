import { CalendarQuery, OptionParams, OwnTag, TradeCalendar, TradeNote, TradeNoteBody } from '@vigia/contract';
import { z } from 'zod';
import { valueOrNotFound } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Journal } from './journal.ts';

const NOTE_PATH = '/api/v1/trading/option/:id/note';
const READ = { effects: ['reads'] } as const;

/** Registers the routes of notes, tags and the calendar. Bots may read them; only users may write. */
export function registerJournalRoutes(app: App, journal: Journal): void {
  const routes = memberRoutes(app, 'Operaciones');
  routes.get(
    NOTE_PATH,
    {
      config: READ,
      summary: 'Tu nota y tus etiquetas de una operación',
      params: OptionParams,
      data: TradeNote,
      failures: 404,
    },
    async ({ principal, params }) =>
      valueOrNotFound(await journal.note(principal.userId, params.id), 'trade_not_found'),
  );
  routes.put(
    NOTE_PATH,
    {
      config: { effects: ['changes_screen'] },
      summary: 'Guarda tu nota y tus etiquetas de una operación, en lugar de las anteriores',
      description:
        'Sin texto ni etiquetas se borra. No cambia la operación ni su registro. Si llegan dos a la vez, vale la última.',
      params: OptionParams,
      body: TradeNoteBody,
      data: TradeNote,
      failures: '4xx',
    },
    async ({ principal, params, body }) =>
      valueOrNotFound(await journal.saveNote(principal.userId, params.id, body), 'trade_not_found'),
  );
  routes.get(
    '/api/v1/trading/tags',
    { config: READ, summary: 'Tus etiquetas, la más usada primero', data: z.array(OwnTag) },
    ({ principal }) => journal.tags(principal.userId),
  );
  routes.get(
    '/api/v1/trading/calendar',
    {
      config: READ,
      summary: 'Los días de un mes: su resultado en cada tipo de dinero, y qué reglas se rompieron',
      description:
        'Los días son los de tu zona horaria; cada operación está en el día en que terminó. Ningún tipo de dinero se suma con otro.',
      querystring: CalendarQuery,
      data: TradeCalendar,
    },
    ({ principal, query }) => journal.calendar(principal.userId, query),
  );
}
