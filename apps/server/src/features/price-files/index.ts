/** Price files that users import and keep: candles of any symbol, for backtests. */
export type { KeptLimits } from './deps.ts';
export { PRICE_FILE_SECTIONS } from './export-sections.ts';
export * from './fetched-file.ts';
export { type FileFault, fileFaultText, stepText } from './file-fault.es.ts';
export { type KeptFile, keptFile } from './kept-file.ts';
export { candlesWithin } from './price-file.repository.ts';
export { registerPriceFileRoutes } from './price-file.routes.ts';
export { createPriceFiles, type PriceFiles } from './price-files.ts';
export { isZone } from './reading/is-zone.ts';
export { readCandles } from './reading/read-candles.ts';
export { ComingUploads, type Uploader } from './receiving/coming-uploads.ts';
export { BrokenBytes, unpacked } from './receiving/unpack.ts';
export { roomOf } from './room.ts';
