/** Documentation examples of notes, tags, counts and the calendar of trades. */

export const NOTE_BODY = { text: 'Entré tarde, por impaciencia.', tags: ['impaciencia', 'noticia'] };

export const NOTE = { ...NOTE_BODY, updated_at: '2026-11-20T14:06:12.000Z' };

export const HISTORY_COUNTS = { today: 4, yesterday: 9, week: 31, won: 60, lost: 40, lost_yesterday: 5 };

export const CALENDAR = {
  month: '2026-11',
  time_zone: 'America/Bogota',
  results: [
    {
      day: '2026-11-20',
      purse: { kind: 'mock', currency: 'USD' },
      trades: 9,
      won: 4,
      lost: 5,
      tied: 0,
      voided: 0,
      profit: -16,
      late_entries: 1,
      unknown_entries: 0,
      after_loss: 2,
    },
  ],
  marks: [{ day: '2026-11-20', limits_reached: 1, late_signals: 0 }],
  limits_known_from: '2026-08-23T12:00:00.000Z',
};
