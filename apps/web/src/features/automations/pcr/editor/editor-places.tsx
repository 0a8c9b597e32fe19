import { Badge } from '#shared/ui/badge.tsx';
import { StrategyTabs } from '#shared/ui/strategy-tabs.tsx';
import { ActiveSwitch } from '../setups/active-switch.tsx';
import { type Editor, ownSetupOf } from './editor.ts';
import { editorMessages as words } from './messages.es.ts';

/** Links to the other pages and setups. */
export const EditorPlaces = ({ editor: { chips } }: { readonly editor: Editor }) => (
  <>
    <StrategyTabs />
    {chips}
  </>
);

/** Shows whether a setup trades and is active, and switches it. */
export function EditorStanding({ editor: { setup, form } }: { readonly editor: Editor }) {
  const own = ownSetupOf(setup);
  const { auto_trade: tradesAlone } = form.draft;
  return (
    <span className="ml-auto flex shrink-0 items-center gap-3">
      <Badge tone={tradesAlone ? 'accent' : 'plain'}>{tradesAlone ? words.tradesAlone : words.onlySignals}</Badge>
      {own && (
        <span className="flex items-center gap-2 text-13 text-fg-2 touch:min-h-(--h-touch)">
          <span aria-hidden>{words.active}</span>
          <ActiveSwitch setup={own} label={words.active} />
        </span>
      )}
    </span>
  );
}
