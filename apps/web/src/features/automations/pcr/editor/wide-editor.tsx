import type { Editor } from './editor.ts';
import { WideHeader } from './editor-header.tsx';
import { EditorPlaces, EditorStanding } from './editor-places.tsx';
import { Findings } from './findings.tsx';
import { PreviewCard } from './preview-card.tsx';
import { Steps } from './steps.tsx';

/** The editor of a wide screen: the steps at the left, and what they find at the right. */
export const WideEditor = ({ editor }: { readonly editor: Editor }) => (
  <>
    <WideHeader editor={editor} />
    <div className="flex items-center gap-3">
      <EditorPlaces editor={editor} />
      <EditorStanding editor={editor} />
    </div>
    <div className="grid grid-cols-[346px_minmax(0,1fr)] items-start gap-4">
      <Steps editor={editor} />
      {/* The chart stays in view while the steps scroll, because the steps may be longer than the screen. */}
      <div className="sticky top-[calc(var(--header)+12px)] grid min-w-0 gap-4">
        <PreviewCard editor={editor} />
        <Findings editor={editor} />
      </div>
    </div>
  </>
);
