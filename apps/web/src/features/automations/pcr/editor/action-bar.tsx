import type { PcrSetupView } from '@vigia/contract';
import { useRef } from 'react';
import { useBottomBar } from '#shared/lib/use-bottom-bar.ts';
import { Button } from '#shared/ui/button.tsx';
import { type EditorState, isSaved } from './editor.ts';
import { editorMessages } from './messages.es.ts';

const words = editorMessages.bar;

/**
 * The bar at the bottom of a narrow editor: the answer to '¿Sirve?', its report, and saving. It is one row, so that a
 * phone has space for the step above it.
 */
export function ActionBar({ editor }: { readonly editor: EditorState }) {
  const bar = useRef<HTMLElement>(null);
  useBottomBar(bar);
  const { setup, saving } = editor;
  return (
    <section
      ref={bar}
      aria-label={words.label}
      className="sticky bottom-[var(--nav-bar,0px)] z-(--z-sticky) -mx-5 -mb-6 flex items-center gap-3 border-t border-line-strong bg-overlay px-5 py-1.5 max-md:-mx-3 max-md:gap-2 max-md:px-3"
    >
      <div className="min-w-0 flex-1">{editor.renderLook(false)}</div>
      <Button size="lg" className="max-md:px-3" onClick={() => editor.onTest('look')}>
        {words.test}
      </Button>
      <Button
        size="lg"
        variant="primary"
        className="max-md:px-3"
        loading={saving.saving}
        disabled={isSaved(editor)}
        onClick={saving.save}
      >
        {saveWord(setup)}
      </Button>
    </section>
  );
}

const saveWord = (setup: PcrSetupView | null): string =>
  !setup ? words.create : setup.is_demo ? words.keep : words.save;
