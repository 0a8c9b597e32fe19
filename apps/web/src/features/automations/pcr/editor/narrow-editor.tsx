import { ActionBar } from './action-bar.tsx';
import type { Editor } from './editor.ts';
import { CloneButton, HeaderNotes, titleOf } from './editor-header.tsx';
import { EditorPlaces, EditorStanding } from './editor-places.tsx';
import { Findings } from './findings.tsx';
import { MarketFields } from './market-fields.tsx';
import { PinnedPreview } from './pinned-preview.tsx';
import { PreviewRemarks } from './preview-figures.tsx';
import { Stepper } from './stepper.tsx';

/**
 * The editor on a phone or tablet: the chart stays in view while the user goes through the steps one by one. A flex
 * container, because a sticky element in a grid stays inside its own row.
 */
export const NarrowEditor = ({ editor }: { readonly editor: Editor }) => (
  <div className="flex flex-col gap-3">
    <header className="flex flex-wrap items-center justify-between gap-2 pt-1">
      <h1 className="min-w-0 flex-1 truncate">{titleOf(editor)}</h1>
      <EditorStanding editor={editor} />
      <CloneButton editor={editor} />
    </header>
    <div className="flex items-center gap-3 max-md:flex-wrap">
      <EditorPlaces editor={editor} />
    </div>
    <MarketFields editor={editor} />
    <PinnedPreview editor={editor} />
    <HeaderNotes editor={editor} />
    <Stepper editor={editor} />
    <PreviewRemarks editor={editor} />
    <Findings editor={editor} />
    <ActionBar editor={editor} />
  </div>
);
