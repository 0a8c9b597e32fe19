import type { ExternalMessageView } from '@vigia/contract';
import { formatDateTime } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { rejectionReasonName } from '../../signals/rejection-list.tsx';
import { externalSignalsMessages } from './messages.es.ts';

const words = externalSignalsMessages.messages;
const TONES = { received: 'plain', signal: 'ok', refused: 'warn' } as const satisfies Record<
  ExternalMessageView['state'],
  string
>;

/** Lists the latest messages, newest first, with what became of each. */
export const ReceivedMessageList = ({ messages }: { readonly messages: readonly ExternalMessageView[] }) => (
  <section aria-label={words.title} className="grid min-w-0 gap-2">
    <h3 className="text-13 font-medium">{words.title}</h3>
    {messages.length === 0 && <p className="text-13 text-fg-2">{words.none}</p>}
    <ul className="grid min-w-0">
      {messages.map((message) => (
        <MessageRow key={message.id} message={message} />
      ))}
    </ul>
  </section>
);

function MessageRow({
  message: { received_at, direction, state, reason, message, text },
}: {
  readonly message: ExternalMessageView;
}) {
  const badge = reason === null ? words.states[state] : `${words.states[state]} · ${rejectionReasonName(reason)}`;
  return (
    <li className="grid min-w-0 gap-1 border-b border-line py-2.5 text-13 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <time dateTime={received_at} className="text-fg-2">
          {formatDateTime(received_at)}
        </time>
        {direction && <DirectionTag direction={direction} />}
        <span className="ml-auto">
          <Badge tone={TONES[state]}>{badge}</Badge>
        </span>
      </div>
      {message !== null && <p>{message}</p>}
      <code className="truncate text-12 text-fg-3">{text}</code>
    </li>
  );
}
