import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NOTE_MAX_LENGTH, type TradeNote } from '@vigia/contract';
import { Check } from 'lucide-react';
import { problemOf } from '#shared/lib/problem.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field, FieldError, inputBoxClass } from '#shared/ui/field.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { noteQuery, saveNote } from './journal-queries.ts';
import { journalMessages as words } from './messages.es.ts';
import { type NoteDraft, useNoteDrafts } from './note-drafts.ts';
import { TagField } from './tag-field.tsx';

/** Renders the user's note and tags on a trade. An unsaved change stays when the trade is closed. */
export function NoteSection({ tradeId }: { readonly tradeId: string }) {
  const { data, error, refetch } = useQuery(noteQuery(tradeId));
  return (
    <section aria-label={words.title} className="grid min-w-0 gap-3">
      <h3 className="text-12 font-medium text-fg-3">{words.title}</h3>
      {data ? (
        <NoteForm tradeId={tradeId} note={data} />
      ) : error ? (
        <ErrorState title={words.loadFailed} text={problemOf(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={words.loading}>
          <Skeleton className="h-20" />
        </div>
      )}
    </section>
  );
}

function NoteForm({ tradeId, note }: { readonly tradeId: string; readonly note: TradeNote }) {
  const queries = useQueryClient();
  const { drafts, write, drop } = useNoteDrafts();
  const draft: NoteDraft = drafts.get(tradeId) ?? note;
  const isChanged = differs(draft, note);
  const { run, isRunning, failure } = useAction(() =>
    saveNote(queries, tradeId, { text: draft.text, tags: draft.tags }),
  );
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    // A text that is typed while the save runs stays unsaved.
    if ((await run()) && useNoteDrafts.getState().drafts.get(tradeId) === draft) drop(tradeId);
  };
  return (
    <form className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <Field label={words.text} aside={<LengthText length={draft.text.length} />}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={NOTE_MAX_LENGTH}
            className={`${inputBoxClass} h-auto resize-y py-2 outline-0`}
            value={draft.text}
            onChange={(event) => write(tradeId, { ...draft, text: event.target.value })}
          />
        )}
      </Field>
      <TagField tags={draft.tags} onChange={(tags) => write(tradeId, { ...draft, tags })} />
      {failure !== null && <FieldError>{problemOf(failure)}</FieldError>}
      <div className="flex items-center gap-3">
        <Button type="submit" loading={isRunning} disabled={!isChanged}>
          {words.save}
        </Button>
        <span role="status" className="flex items-center gap-1.5 text-12 text-fg-2">
          {isChanged ? words.unsaved : note.updated_at !== null && <SavedText />}
        </span>
      </div>
    </form>
  );
}

const SavedText = () => (
  <>
    <Check size={13} aria-hidden />
    {words.saved}
  </>
);

const LengthText = ({ length }: { readonly length: number }) => (
  <span className="text-12 font-normal text-fg-3">{words.left(length, NOTE_MAX_LENGTH)}</span>
);

/** Returns whether a save would change the note. The server trims the text. */
const differs = (draft: NoteDraft, note: NoteDraft): boolean =>
  draft.text.trim() !== note.text || draft.tags.join('\n') !== note.tags.join('\n');
