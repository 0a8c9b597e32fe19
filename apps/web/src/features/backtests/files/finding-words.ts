import type { PriceFile } from '@vigia/contract';
import { formatCount } from '#shared/lib/format.ts';
import { fileMessages as words } from './messages.es.ts';

/**
 * Texts about the time zone of a file's times, and the suggested time zone. If the suggestion is empty, the user must
 * choose.
 */
export type ZoneProposal = { readonly sentences: readonly string[]; readonly zone: string };

/**
 * Suggests a time zone. Suggests none if the file states its time zone, or if the gaps between candles contradict the
 * detected time zone.
 */
export function timeZoneProposalOf({ finding, recognised }: Pick<PriceFile, 'finding' | 'recognised'>): ZoneProposal {
  const stated = recognised?.states_zone === true ? 'UTC' : '';
  if (finding === null || finding.kind === 'no_gaps') return { sentences: [words.noGaps], zone: stated };
  const [best, ...others] = finding.zones;
  if (finding.kind === 'unclear' || best === undefined) return { sentences: [words.unclear], zone: stated };
  const found = words.found(words.zoneName(best), formatCount(finding.matched), formatCount(finding.gaps));
  const isContradicted = stated !== '' && !finding.zones.includes(stated);
  return {
    sentences: [
      found,
      ...(others.length > 0 ? [words.alsoFit(others.map(words.zoneName))] : []),
      ...(isContradicted ? [words.contradicts] : []),
    ],
    zone: isContradicted ? '' : stated || best,
  };
}

/** Returns the duration of a candle in words. */
export const stepInWords = (seconds: number): string =>
  seconds % 60 === 0 ? words.minutes(formatCount(seconds / 60)) : words.seconds(formatCount(seconds));
