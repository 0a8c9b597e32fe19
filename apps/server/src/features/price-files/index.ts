/** Price files that users import and keep: candles of any symbol, for backtests. */
export type { PriceFileLimits } from './deps.ts';
export { PRICE_FILE_SECTIONS } from './export-sections.ts';
export * from './fetched-file.ts';
export { candleLengthText, type FileFault, fileFaultText } from './file-fault.es.ts';
export { findKeptFile, type KeptFile } from './kept-file.ts';
export { candlesWithin } from './price-file.repository.ts';
export { registerPriceFileRoutes } from './price-file.routes.ts';
export { createPriceFiles, type PriceFiles } from './price-files.ts';
export { isZone } from './reading/is-zone.ts';
export { readCandles } from './reading/read-candles.ts';
export { decompressUpload, UnreadableUploadError } from './receiving/decompress-upload.ts';
export { type Uploader, UploadsInProgress } from './receiving/uploads-in-progress.ts';
export { readStorageRoom } from './room.ts';
