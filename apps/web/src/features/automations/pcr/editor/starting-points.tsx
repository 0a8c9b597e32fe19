import { cn } from '#shared/lib/cn.ts';
import { STARTING_POINT_NAMES, STARTING_POINTS, startingPointOf, withStartingPoint } from '../model/starting-points.ts';
import type { EditorStepProps } from './edit.ts';
import { editorMessages } from './messages.es.ts';

const words = editorMessages.starts;

/** Offers the three starting points. Choosing one fills the criteria of the sequence. */
export function StartingPoints({ draft: { patterns }, change }: Omit<EditorStepProps, 'errors'>) {
  const present = startingPointOf(patterns);
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-13 text-fg-2">{words.title}</legend>
      {STARTING_POINT_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === present}
          onClick={() => change({ patterns: withStartingPoint(patterns, name) })}
          className={cn(
            'grid min-h-11 gap-0.5 rounded-control border px-3 py-2 text-left transition',
            name === present ? 'border-accent bg-accent-tint' : 'border-line bg-raised hover:bg-hover',
          )}
        >
          <b className="text-13">{words.names[name]}</b>
          <span className="text-12 text-fg-2">{words.about[name](STARTING_POINTS[name])}</span>
        </button>
      ))}
      {present === null && <p className="text-12 text-fg-3">{words.own}</p>}
    </fieldset>
  );
}
