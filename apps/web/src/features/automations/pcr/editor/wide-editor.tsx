import type { EditorState } from './editor.ts';
import { WideEditorHeader } from './editor-header.tsx';
import { EditorLinks, SetupStateSwitches } from './editor-links.tsx';
import { PreviewCard } from './preview-card.tsx';
import { PreviewFindings } from './preview-findings.tsx';
import { EditorSteps } from './steps.tsx';

/** The editor of a wide screen: the steps at the left, and what they find at the right. */
export const WideEditor = ({ editor }: { readonly editor: EditorState }) => (
  <>
    <WideEditorHeader editor={editor} />
    <div className="flex items-center gap-3">
      <EditorLinks editor={editor} />
      <SetupStateSwitches editor={editor} />
    </div>
    <div className="grid grid-cols-[346px_minmax(0,1fr)] items-start gap-4">
      <EditorSteps editor={editor} />
      {/* The chart stays in view while the steps scroll, because the steps may be longer than the screen. */}
      <div className="sticky top-[calc(var(--header)+12px)] grid min-w-0 gap-4">
        <PreviewCard editor={editor} />
        <PreviewFindings editor={editor} />
      </div>
    </div>
  </>
);
