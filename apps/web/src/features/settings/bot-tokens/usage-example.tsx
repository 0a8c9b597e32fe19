import { CopyButton } from '#shared/ui/copy-button.tsx';
import { botTokenMessages as words } from './messages.es.ts';

/** A read that every token may do, as one types it at a terminal. */
const example = (token: string): string =>
  `curl -H "Authorization: Bearer ${token}" \\\n  ${window.location.origin}/api/v1/trading/stats`;

export function UsageExample({ token }: { readonly token: string }) {
  const text = example(token);
  return (
    <div className="grid gap-1.5">
      <span className="flex items-center justify-between gap-2 text-13 text-fg-2">
        {words.usageText}
        <CopyButton text={text} label={words.copyUsage} />
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard too */}
      <pre tabIndex={0} className="overflow-x-auto rounded-control border border-line bg-inset p-3 text-12">
        <code>{text}</code>
      </pre>
    </div>
  );
}
