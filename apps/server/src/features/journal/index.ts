/** Users' notes and tags on their trades, and the calendar of their days. */

export { JOURNAL_SECTIONS } from './export-sections.ts';
export { registerJournalRoutes } from './journal.routes.ts';
export { createJournal, type Journal } from './journal.ts';
