import { Badge } from '#shared/ui/badge.tsx';
import { StrategyTabs } from '#shared/ui/strategy-tabs.tsx';
import { ActiveSwitch } from '../setups/active-switch.tsx';
import { type EditorState, userSetupOf } from './editor.ts';
import { editorMessages as words } from './messages.es.ts';

type EditorLinksProps = { readonly editor: EditorState; readonly hasTabs?: boolean };

/** Links to the other pages and setups. Without the tabs, the link to all setups leads to them. */
export const EditorLinks = ({ editor: { chips }, hasTabs = true }: EditorLinksProps) => (
  <>
    {hasTabs && <StrategyTabs />}
    {chips}
  </>
);

/** Shows whether a setup trades and is active, and switches it. */
export function SetupStateSwitches({ editor: { setup, form } }: { readonly editor: EditorState }) {
  const own = userSetupOf(setup);
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
