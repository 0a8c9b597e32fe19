import { MARK_ICONS } from './day-cell.tsx';
import { journalMessages } from './messages.es.ts';
import { MARKS } from './month-days.ts';

const words = journalMessages.calendar;

/** Explains the marks of the days. */
export const Legend = () => (
  <dl aria-label={words.legend} className="grid gap-2 text-12">
    {MARKS.map((mark) => {
      const Icon = MARK_ICONS[mark];
      return (
        <div key={mark} className="flex items-start gap-2">
          <Icon size={14} className="mt-px shrink-0 text-warn" aria-hidden />
          <div>
            <dt className="inline font-medium text-fg-1">{words.marks[mark].name}. </dt>
            <dd className="inline text-fg-2">{words.marks[mark].text}</dd>
          </div>
        </div>
      );
    })}
  </dl>
);
