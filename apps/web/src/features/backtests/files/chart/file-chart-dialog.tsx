import type { PriceFile } from '@vigia/contract';
import { brokerName } from '#shared/lib/broker-name.ts';
import { formatCount } from '#shared/lib/format.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { stepInWords } from '../finding-words.ts';
import { fileMessages } from '../messages.es.ts';
import { FileChart } from './file-chart.tsx';
import { fileChartMessages as words } from './messages.es.ts';

type FileChartDialogProps = {
  /** The price file to show. Null closes the dialog. */
  readonly file: PriceFile | null;
  readonly onClose: () => void;
};

/** Renders the chart of a stored price file in a dialog over the current screen. */
export const FileChartDialog = ({ file, onClose }: FileChartDialogProps) => (
  <Dialog
    open={file !== null}
    onOpenChange={onClose}
    title={file ? words.title(file.symbol, file.name) : ''}
    description={file ? originOf(file) : ''}
    wide
  >
    {file && <FileChart key={file.id} file={file} />}
  </Dialog>
);

function originOf({ broker, recognised, candles, step_seconds: step }: PriceFile): string {
  const source =
    broker !== null
      ? words.fetched(brokerName(broker))
      : recognised === null
        ? words.importedPlain
        : words.imported(fileMessages.format(recognised.format));
  return words.origin(source, formatCount(candles), stepInWords(step ?? 0));
}
