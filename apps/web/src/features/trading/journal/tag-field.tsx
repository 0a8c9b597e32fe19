import { useQuery } from '@tanstack/react-query';
import { TAG_MAX_LENGTH, TAGS_PER_TRADE, TradeTag } from '@vigia/contract';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Chip } from '#shared/ui/chip.tsx';
import { Field, Input } from '#shared/ui/field.tsx';
import { tagsQuery } from './journal-queries.ts';
import { journalMessages as words } from './messages.es.ts';

const SUGGESTED_MOST = 6;

type TagFieldProps = { readonly tags: readonly string[]; readonly onChange: (tags: readonly string[]) => void };

/** Renders the tags of a trade, a field for a new one, and the user's other tags as suggestions. */
export function TagField({ tags, onChange }: TagFieldProps) {
  const [typed, setTyped] = useState('');
  const isFull = tags.length >= TAGS_PER_TRADE;
  const wanted = TradeTag.safeParse(typed);
  const add = (tag: string) => {
    if (!isFull && !tags.includes(tag)) onChange([...tags, tag]);
    setTyped('');
  };
  const addTyped = () => {
    if (wanted.success) add(wanted.data);
  };
  return (
    <div className="grid gap-2">
      <Field label={words.newTag} hint={words.tagsHint(TAGS_PER_TRADE)}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={typed}
              maxLength={TAG_MAX_LENGTH}
              disabled={isFull}
              enterKeyHint="done"
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                addTyped();
              }}
            />
            <Button onClick={addTyped} disabled={isFull || !wanted.success}>
              {words.add}
            </Button>
          </div>
        )}
      </Field>
      {tags.length > 0 && (
        <ul aria-label={words.tags} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <Chip
                selected
                aria-pressed={undefined}
                aria-label={words.removeTag(tag)}
                className="max-w-full"
                onClick={() => onChange(tags.filter((each) => each !== tag))}
              >
                <span className="truncate">{tag}</span>
                <X size={13} className="shrink-0" aria-hidden />
              </Chip>
            </li>
          ))}
        </ul>
      )}
      {!isFull && <Suggestions tags={tags} typed={wanted.success ? wanted.data : ''} onChoose={add} />}
    </div>
  );
}

type SuggestionsProps = {
  readonly tags: readonly string[];
  readonly typed: string;
  readonly onChoose: (tag: string) => void;
};

/** Renders the user's most used tags that this trade lacks and that contain the typed text. */
function Suggestions({ tags, typed, onChoose }: SuggestionsProps) {
  const { data: own = [] } = useQuery(tagsQuery);
  const offered = own.map(({ tag }) => tag).filter((tag) => !tags.includes(tag) && tag.includes(typed));
  if (offered.length === 0) return null;
  return (
    <fieldset aria-label={words.own} className="flex flex-wrap items-center gap-1.5">
      {offered.slice(0, SUGGESTED_MOST).map((tag) => (
        <Chip key={tag} aria-label={words.addTag(tag)} className="max-w-full" onClick={() => onChoose(tag)}>
          <Plus size={13} className="shrink-0" aria-hidden />
          <span className="truncate">{tag}</span>
        </Chip>
      ))}
    </fieldset>
  );
}
