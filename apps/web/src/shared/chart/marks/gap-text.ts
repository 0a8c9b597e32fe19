import type { ChartGap } from '@vigia/core/candles';
import { formatCount } from '#shared/lib/format.ts';
import { canvasMessages } from '../canvas/messages.es.ts';

const words = canvasMessages.gaps;
const MINUTES = { hour: 60, day: 1_440 };

/** Returns the label of a gap, such as `Hueco · 2 h 30 min`. */
export const gapText = ({ kind, from, to }: ChartGap): string =>
  kind === 'weekend' ? words.weekend : words.hole(lengthText(Math.round((to - from) / 60)));

/** Returns a duration in minutes in its two largest units. */
export function lengthText(minutes: number): string {
  const [days, hours, rest] = [
    Math.floor(minutes / MINUTES.day),
    Math.floor((minutes % MINUTES.day) / MINUTES.hour),
    minutes % MINUTES.hour,
  ];
  const parts = [
    days > 0 && words.days(formatCount(days)),
    hours > 0 && words.hours(formatCount(hours)),
    rest > 0 && words.minutes(formatCount(rest)),
  ];
  return parts
    .filter((part) => part !== false)
    .slice(0, 2)
    .join(' ');
}
