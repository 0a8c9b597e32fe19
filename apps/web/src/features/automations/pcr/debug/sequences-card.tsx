import type { PcrDebug } from '@vigia/contract';
import { formatDateTime, formatPrice } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { CriterionList } from '../criterion-list.tsx';
import { pcrMessages } from '../messages.es.ts';
import { debugMessages } from './messages.es.ts';

/** Number of the newest sequences that are expanded. A click expands the others. */
const OPEN = 2;
const SHOWN = 12;

type DebugSequence = PcrDebug['sequences'][number];

type SequencesCardProps = { readonly sequences: PcrDebug['sequences']; readonly decimals: number };

/** Lists the last sequences, newest first, each with the value and the limit of every criterion. */
export function SequencesCard({ sequences, decimals }: SequencesCardProps) {
  const words = debugMessages.sequences;
  return (
    <Card>
      <CardHeader title={words.title} />
      {sequences.length === 0 ? (
        <EmptyState text={words.none} />
      ) : (
        <ul>
          {sequences.slice(0, SHOWN).map((sequence, index) => (
            <li key={sequence.id} className="border-b border-line last:border-0">
              <details open={index < OPEN}>
                <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-13 focus-visible:-outline-offset-2 max-md:px-3">
                  <b>{pcrMessages.monitor.run(sequence.length, sequence.color)}</b>
                  <time dateTime={sequence.end_time} className="text-12 text-fg-2">
                    {formatDateTime(sequence.end_time)}
                  </time>
                  <span className="ml-auto flex items-center gap-2">
                    <Badge tone={sequence.is_valid ? 'ok' : 'plain'}>{words.of(heldOf(sequence))}</Badge>
                    {sequence.zone && <Badge>{pcrMessages.monitor.zones[sequence.zone.state]}</Badge>}
                  </span>
                </summary>
                <div className="px-4 pt-1 pb-4 max-md:px-3">
                  <CriterionList criteria={sequence.criteria} prices={{ decimals, color: sequence.color }} />
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const heldOf = ({ criteria }: DebugSequence): number => criteria.filter(({ held }) => held).length;

type ZonesCardProps = { readonly state: PcrDebug; readonly decimals: number };

/** Lists the price zones to which the price has not returned yet. */
export function ZonesCard({ state, decimals }: ZonesCardProps) {
  const words = debugMessages.zones;
  const { live_zones: zones, sequences } = state;
  return (
    <Card>
      <CardHeader title={words.title} />
      {zones.length === 0 ? (
        <EmptyState text={words.none} />
      ) : (
        <ul>
          {zones.map((live) => {
            const zone = sequences.find(({ id }) => id === live.sequence_id)?.zone;
            return (
              <li
                key={live.sequence_id}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 text-13 last:border-0 max-md:px-3"
              >
                {zone && <DirectionTag direction={zone.direction} />}
                {zone && (
                  <span className="font-medium">
                    {words.band(formatPrice(zone.zona_fina.low, decimals), formatPrice(zone.zona_fina.high, decimals))}
                  </span>
                )}
                <span className="text-12 text-fg-2">{formatDateTime(live.created_at)}</span>
                <span className="ml-auto text-12 text-fg-2">
                  {`${words.age(live.age_candles)} · ${words.signals(live.signals)}`}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
