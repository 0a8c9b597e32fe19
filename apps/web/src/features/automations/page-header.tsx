import { BookOpen, Plus } from 'lucide-react';
import { Button } from '#shared/ui/button.tsx';

type PageHeaderProps = {
  readonly words: { readonly title: string; readonly subtitle: string; readonly library: string; readonly new: string };
  readonly onLibrary: () => void;
  readonly onNew: () => void;
};

/** The title of a page of automations, with the buttons for the library and a new automation. */
export const PageHeader = ({ words, onLibrary, onNew }: PageHeaderProps) => (
  <header className="flex flex-wrap items-end justify-between gap-3 pt-1">
    <div className="min-w-0">
      <h1>{words.title}</h1>
      <p className="mt-0.5 text-13 text-fg-2">{words.subtitle}</p>
    </div>
    <div className="flex gap-2 max-md:grid max-md:w-full max-md:grid-cols-[auto_1fr]">
      <Button onClick={onLibrary}>
        <BookOpen size={16} aria-hidden />
        {words.library}
      </Button>
      <Button variant="primary" onClick={onNew}>
        <Plus size={16} aria-hidden />
        {words.new}
      </Button>
    </div>
  </header>
);
