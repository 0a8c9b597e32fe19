import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { ActionBar } from './action-bar.tsx';
import type { EditorState } from './editor.ts';
import { CloneButton, EditorNotes, editorTitle } from './editor-header.tsx';
import { EditorLinks, SetupStateSwitches } from './editor-links.tsx';
import { MarketFields } from './market-fields.tsx';
import { PinnedPreview } from './pinned-preview.tsx';
import { PreviewLimitations, PreviewWinRate } from './preview-figures.tsx';
import { PreviewFindings } from './preview-findings.tsx';
import { Stepper } from './stepper.tsx';

/**
 * The editor on a phone or tablet: the chart stays in view while the user goes through the steps one by one. A flex
 * container, because a sticky element in a grid stays inside its own row.
 */
export function NarrowEditor({ editor }: { readonly editor: EditorState }) {
  // Above the steps, a phone has space for the chart and little else.
  const isPhone = useIsMobile();
  const { state } = editor;
  return (
    <div className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center gap-2 pt-1">
        {/* On a phone the chosen chip shows the name. */}
        <h1 className="min-w-0 flex-1 truncate max-md:sr-only">{editorTitle(editor)}</h1>
        <SetupStateSwitches editor={editor} />
        <CloneButton editor={editor} />
      </header>
      <div className="flex items-center gap-3">
        <EditorLinks editor={editor} hasTabs={!isPhone} />
      </div>
      <MarketFields editor={editor} />
      <PinnedPreview editor={editor} hasRate={!isPhone} />
      <EditorNotes editor={editor} />
      <Stepper editor={editor} />
      {isPhone && state.kind === 'ready' && <PreviewWinRate preview={state.preview} />}
      <PreviewLimitations editor={editor} />
      <PreviewFindings editor={editor} />
      <ActionBar editor={editor} />
    </div>
  );
}
