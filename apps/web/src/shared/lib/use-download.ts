import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DownloadRequest } from './api-client.ts';
import { LANGUAGE } from './language.es.ts';
import { libMessages as words } from './messages.es.ts';
import { saveFile } from './save-file.ts';
import { apiOf } from './services.ts';

const size = new Intl.NumberFormat(LANGUAGE, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
const BYTES_PER_KB = 1_000;

type Download = {
  readonly path: string;
  readonly query?: DownloadRequest['query'];
  readonly fileName: () => string;
  readonly onSaved: () => void;
  readonly onFailed?: (failure: unknown) => void;
};

/** Downloads a file from the API and saves it. `progress` is a text about how much has been received. */
export function useDownload({ path, query, fileName, onSaved, onFailed }: Download) {
  const [receivedBytes, setReceivedBytes] = useState(0);
  const load = useMutation({
    mutationFn: async (_none: void, { client }) => {
      setReceivedBytes(0);
      const request = { onProgress: setReceivedBytes, ...(query && { query }) };
      saveFile(await apiOf(client).download(path, request), fileName());
    },
    onSuccess: onSaved,
    ...(onFailed && { onError: onFailed }),
  });
  const progress = receivedBytes === 0 ? words.preparing : words.received(size.format(receivedBytes / BYTES_PER_KB));
  return { load: () => load.mutate(), isLoading: load.isPending, error: load.error, progress };
}
