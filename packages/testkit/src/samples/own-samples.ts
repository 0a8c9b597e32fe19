import { readdirSync, readFileSync } from 'node:fs';

const BROKERS = new URL('../../../../brokers/', import.meta.url);
const SPEC = new URL('../../../../docs/spec/brokers/', import.meta.url);

/** A message in the form of a broker's messages. Its values are invented for the tests. */
export type OwnSample = {
  /** Name of the file, without `.json`. */
  readonly name: string;
  /** Heading of `docs/spec/brokers/<broker>.md` that describes the shape. */
  readonly heading: string;
  /** Confidence mark of the shape on that page: `O`, `C`, `S`, `I` or `captured`. */
  readonly mark: string;
  readonly message: unknown;
};

/** Returns the samples that are committed under `brokers/<broker>/samples`. */
export function ownSamples(broker: string): readonly OwnSample[] {
  const folder = new URL(`${broker}/samples/`, BROKERS);
  return readdirSync(folder)
    .toSorted()
    .map((file) => sampleOf(file, JSON.parse(readFileSync(new URL(file, folder), 'utf8'))));
}

/** Returns the text under a heading of the broker's spec page; null without such a heading. */
export function specSection(broker: string, heading: string): string | null {
  const sections = readFileSync(new URL(`${broker}.md`, SPEC), 'utf8').split(/^## /m);
  return sections.find((section) => section.startsWith(`${heading}\n`)) ?? null;
}

function sampleOf(file: string, content: unknown): OwnSample {
  if (!file.endsWith('.json') || !isRecord(content)) throw new Error(`${file} is no sample`);
  const { source, message, ...others } = content;
  if (!isRecord(source) || message === undefined || Object.keys(others).length > 0)
    throw new Error(`${file} needs a source and a message, and nothing else`);
  const { heading, mark } = source;
  if (typeof heading !== 'string' || typeof mark !== 'string') throw new Error(`${file} does not name its source`);
  return { name: file.slice(0, -'.json'.length), heading, mark, message };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
