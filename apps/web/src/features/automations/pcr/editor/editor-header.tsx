import type { PcrSetupView } from '@vigia/contract';
import { Copy, History, Info } from 'lucide-react';
import { useState } from 'react';
import { useOtherPricesWarning } from '#shared/lib/other-prices.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { CloneDialog } from '../setups/clone-dialog.tsx';
import { type EditorState, isSaved, userSetupOf } from './editor.ts';
import { editorMessages as words } from './messages.es.ts';

/** The head of the wide editor: title, answer to '¿Sirve?', and the actions beside it. */
export const WideEditorHeader = ({ editor }: { readonly editor: EditorState }) => {
  const { saving, form } = editor;
  const { asset, timeframe } = form.draft;
  return (
    <header className="grid gap-2 pt-1">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="truncate">{editorTitle(editor)}</h1>
          <p className="text-13 text-fg-2">{words.subtitle(asset, words.timeframes[timeframe])}</p>
        </div>
        <Card className="min-w-0 flex-1 basis-[400px] px-3 py-2">{editor.renderLook(true)}</Card>
        <div className="flex flex-wrap items-center gap-2">
          <CloneButton editor={editor} />
          <Button onClick={() => editor.onTest('form')}>
            <History size={16} aria-hidden />
            {words.test}
          </Button>
          <Button variant="primary" loading={saving.saving} disabled={isSaved(editor)} onClick={saving.save}>
            {saveWord(editor.setup)}
          </Button>
        </div>
      </div>
      <EditorNotes editor={editor} />
    </header>
  );
};

const saveWord = (setup: PcrSetupView | null): string =>
  !setup ? words.create : setup.is_demo ? words.keepAsMine : words.save;

/** Returns the title of the editor: the name of the setup. */
export const editorTitle = ({ setup, form }: EditorState): string =>
  setup ? form.draft.name || setup.name : words.newTitle;

/** Clones the user's own setup. */
export function CloneButton({ editor: { setup, onOpen } }: { readonly editor: EditorState }) {
  const [isCloning, setCloning] = useState(false);
  const own = userSetupOf(setup);
  if (own === null) return null;
  return (
    <>
      <Button variant="ghost" onClick={() => setCloning(true)}>
        <Copy size={16} aria-hidden />
        {words.clone}
      </Button>
      <CloneDialog setup={isCloning ? own : null} onClose={() => setCloning(false)} onCloned={onOpen} />
    </>
  );
}

/** Shows what the user must know before saving, and why the last attempt failed. */
export const EditorNotes = ({ editor: { setup, saving } }: { readonly editor: EditorState }) => (
  <>
    {setup?.is_demo && <p className="text-12 text-fg-3">{words.house}</p>}
    {setup && <OtherPricesNote setup={setup} />}
    {saving.problem && <FieldError>{saving.problem}</FieldError>}
  </>
);

/**
 * Warns that the price source on the chart differs from the price source of the setup. If the setup's rules are saved
 * with a change, the setup moves to the source on the chart.
 */
function OtherPricesNote({ setup }: { readonly setup: PcrSetupView }) {
  const other = useOtherPricesWarning(setup.price_source);
  if (other === null) return null;
  const say = setup.is_demo ? words.otherPrices.house : words.otherPrices.mine;
  return (
    <Note icon={Info} tone="warn">
      {say(other.own, other.seen)}
    </Note>
  );
}
