import { DAY_MARK_ICONS } from './day-cell.tsx';
import { journalMessages } from './messages.es.ts';
import { DAY_MARKS } from './month-days.ts';

const words = journalMessages.calendar;

/** Explains the marks of the days. */
export const Legend = () => (
  <dl aria-label={words.legend} className="grid gap-2 text-12 md:grid-cols-3 md:gap-4">
    {DAY_MARKS.map((mark) => {
      const Icon = DAY_MARK_ICONS[mark];
      return (
        <div key={mark}>
          <dt className="flex items-center gap-2 font-medium text-fg-1">
            <Icon size={14} className="shrink-0 text-warn" aria-hidden />
            {words.marks[mark].name}
          </dt>
          <dd className="pl-5.5 text-fg-2">{words.marks[mark].text}</dd>
        </div>
      );
    })}
  </dl>
);
