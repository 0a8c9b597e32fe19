import { readRecordCsv, recordCsv } from './record-csv.ts';
import { RECORD_FORMAT, type RecordEntry, type RecordFile } from './record-file.ts';

/**
 * Reads the text of a record, JSON or CSV; null if it has another shape. The content is not checked yet, except that a
 * CSV whose columns differ from its facts gets no signature: it is not what the installation wrote.
 */
export function readRecord(text: string): RecordFile | null {
  const csv = readRecordCsv(text);
  if (csv === null) return toRecord(parsed(text));
  const file = toRecord(csv);
  return file === null || recordCsv(file) === text ? file : { ...file, signature: '' };
}

function toRecord(file: unknown): RecordFile | null {
  if (!isObject(file) || file['format'] !== RECORD_FORMAT) return null;
  const { key, head, entries, waiting, signature } = file;
  if (typeof key !== 'string' || typeof head !== 'string' || typeof signature !== 'string') return null;
  if (typeof waiting !== 'number' || !Array.isArray(entries) || !entries.every(isEntry)) return null;
  return { format: RECORD_FORMAT, key, head, entries, waiting, signature };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isEntry = (entry: unknown): entry is RecordEntry =>
  isObject(entry) &&
  typeof entry['index'] === 'number' &&
  typeof entry['leaf'] === 'string' &&
  typeof entry['salt'] === 'string' &&
  isObject(entry['fact']) &&
  Array.isArray(entry['proof']) &&
  entry['proof'].every((hash) => typeof hash === 'string');
