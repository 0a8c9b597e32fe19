import { useQuery } from '@tanstack/react-query';
import type { TelegramCode } from '@vigia/contract';
import { Send } from 'lucide-react';
import { useEffect } from 'react';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { CopyButton } from '#shared/ui/copy-button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { telegramMessages } from './telegram.es.ts';
import { telegramQuery } from './telegram-client.ts';

const words = telegramMessages.code;
/** Interval at which the dialog looks whether the code was used, in milliseconds. */
const LOOK_EVERY_MS = 3_000;

type TelegramCodeDialogProps = {
  /** The code; null closes the dialog. */
  readonly code: TelegramCode | null;
  readonly isRenewing: boolean;
  readonly onRenew: () => void;
  readonly onClose: () => void;
};

/** Renders the dialog with a one-time code, the time for which it is valid, and the link that opens the bot with it. */
export const TelegramCodeDialog = ({ code, onClose, ...rest }: TelegramCodeDialogProps) => (
  <Dialog open={code !== null} onOpenChange={onClose} title={words.title} description={words.text}>
    {code && <Code code={code} onUsed={onClose} {...rest} />}
  </Dialog>
);

type CodeProps = Pick<TelegramCodeDialogProps, 'isRenewing' | 'onRenew'> & {
  readonly code: TelegramCode;
  readonly onUsed: () => void;
};

function Code({ code: { code, url, expires_at }, isRenewing, onRenew, onUsed }: CodeProps) {
  const leftMs = Date.parse(expires_at) - useServerNow();
  const isExpired = leftMs <= 0;
  const { data } = useQuery({ ...telegramQuery, refetchInterval: isExpired ? false : LOOK_EVERY_MS });
  const isUsed = data !== undefined && data.chat !== null;
  useEffect(() => {
    if (isUsed) onUsed();
  }, [isUsed, onUsed]);
  if (isExpired)
    return (
      <div className="grid gap-3">
        <p role="status">{words.expired}</p>
        <Button variant="primary" full loading={isRenewing} onClick={onRenew}>
          {words.another}
        </Button>
      </div>
    );
  const message = `/start ${code}`;
  return (
    <div className="grid gap-4">
      <a className={buttonClass({ variant: 'primary', full: true })} href={url} target="_blank" rel="noreferrer">
        <Send size={15} aria-hidden />
        {words.open}
      </a>
      <div className="grid gap-1.5">
        <span className="flex items-center justify-between gap-2 text-13 font-medium text-fg-2">
          {words.orType}
          <CopyButton text={message} label={words.copy} />
        </span>
        <code className="rounded-control border border-line bg-inset p-3 text-13 break-all select-all">{message}</code>
      </div>
      <p className="text-12 text-fg-3">
        <span className="tabular-nums">{words.left(clock(leftMs))}</span> <span role="status">{words.waiting}</span>
      </p>
    </div>
  );
}

/** Formats a duration as minutes and seconds: `9:05`. */
function clock(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
