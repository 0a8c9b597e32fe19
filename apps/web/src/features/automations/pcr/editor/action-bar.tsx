import type { PcrSetupView } from '@vigia/contract';
import { useRef } from 'react';
import { useBottomBar } from '#shared/lib/use-bottom-bar.ts';
import { Button } from '#shared/ui/button.tsx';
import { type Editor, isUpToDate } from './editor.ts';
import { editorMessages } from './messages.es.ts';

const words = editorMessages.bar;

/** The bar at the bottom of a narrow editor: the answer to '¿Sirve?', its report, and saving. */
export function ActionBar({ editor }: { readonly editor: Editor }) {
  const bar = useRef<HTMLElement>(null);
  useBottomBar(bar);
  const { setup, saving } = editor;
  return (
    <section
      ref={bar}
      aria-label={words.label}
      className="sticky bottom-[var(--nav-bar,0px)] z-(--z-sticky) -mx-5 -mb-6 grid gap-2 border-t border-line-strong bg-overlay px-5 pt-2 pb-3 max-md:-mx-3 max-md:px-3"
    >
      {editor.renderLook(false)}
      <div className="grid grid-cols-2 gap-2">
        <Button size="lg" onClick={() => editor.onTest('look')}>
          {words.test}
        </Button>
        <Button size="lg" variant="primary" loading={saving.saving} disabled={isUpToDate(editor)} onClick={saving.save}>
          {saveWord(setup)}
        </Button>
      </div>
    </section>
  );
}

const saveWord = (setup: PcrSetupView | null): string =>
  !setup ? words.create : setup.is_demo ? editorMessages.keepAsMine : words.save;
