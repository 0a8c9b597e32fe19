import { CopyButton } from '#shared/ui/copy-button.tsx';
import { botTokenMessages as words } from './messages.es.ts';

/** Returns a shell command with a read request that every bot token may send. */
const example = (token: string): string =>
  `curl -H "Authorization: Bearer ${token}" \\\n  ${window.location.origin}/api/v1/trading/stats`;

/** Shows instructions for programmers, initially collapsed. */
export function BotTokenInstructions({ token }: { readonly token: string }) {
  const text = example(token);
  return (
    <details>
      <summary className="cursor-pointer text-13 font-medium text-fg-2 hover:text-fg-1 touch:py-3">
        {words.usage}
      </summary>
      <div className="mt-3 grid gap-1.5">
        <span className="flex items-center justify-between gap-2 text-13 text-fg-2">
          {words.usageText}
          <CopyButton text={text} label={words.copyUsage} />
        </span>
        <section
          aria-label={words.usageExample}
          tabIndex={0}
          className="overflow-x-auto rounded-control border border-line bg-inset p-3"
        >
          <pre className="text-12">
            <code>{text}</code>
          </pre>
        </section>
        <a
          href="/docs"
          target="_blank"
          rel="noreferrer"
          className="justify-self-start text-13 text-accent hover:underline touch-target"
        >
          {words.usageDocs}
        </a>
      </div>
    </details>
  );
}
