import type { CalendarQuery, OwnTag, TradeCalendar, TradeNote, TradeNoteBody } from '@vigia/contract';
import * as notes from './note.repository.ts';
import { type CalendarDeps, readCalendar } from './read-calendar.ts';

/** The notes that a user writes about their trades, and the calendar of their days. Each user sees only their own. */
export interface Journal {
  /** Returns the note on a trade, empty if there is none; null if the user has no such trade. */
  note(userId: string, tradeId: string): Promise<TradeNote | null>;
  /**
   * Replaces the note on a trade; an empty one deletes it. Of two concurrent requests the last one counts. Returns null
   * if the user has no such trade.
   */
  saveNote(userId: string, tradeId: string, body: TradeNoteBody): Promise<TradeNote | null>;
  /** Returns the tags of a user, the most used first. */
  tags(userId: string): Promise<OwnTag[]>;
  /** Returns the days of a month with their results and marks. */
  calendar(userId: string, query: CalendarQuery): Promise<TradeCalendar>;
}

export function createJournal(deps: CalendarDeps): Journal {
  const { sql } = deps.db;
  return {
    note: (userId, tradeId) => notes.findNote(sql, userId, tradeId),
    saveNote: async (userId, tradeId, { text, tags: given }) => {
      const tags = [...new Set(given)];
      if (text !== '' || tags.length > 0) {
        return notes.putNote(sql, { userId, tradeId }, { text, tags }, deps.clock.now());
      }
      await notes.removeNote(sql, userId, tradeId);
      return notes.findNote(sql, userId, tradeId);
    },
    tags: (userId) => notes.findTags(sql, userId),
    calendar: (userId, query) => readCalendar(deps, userId, query),
  };
}
