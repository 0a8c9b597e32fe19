import { CHECK_STEPS } from '@vigia/core/vocabulary';

/** One event of a recording, `t` milliseconds after its start. */
export type RecordingEvent =
  | {
      readonly t: number;
      readonly type: 'exchange';
      readonly kind: string;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** JSON value of the response, or the text of a page. */
      readonly body: unknown;
    }
  | { readonly t: number; readonly type: 'socket'; readonly socket: number }
  | {
      readonly t: number;
      readonly type: 'in' | 'out';
      readonly socket: number;
      readonly kind: string;
      readonly value: unknown;
    };

/**
 * Result of one step of a broker check, with its differences from the expected protocol. A replay must give the same
 * result.
 */
export type RecordedResult = { readonly step: string; readonly verdict: string; readonly findings: readonly string[] };

/** The traffic of a broker check. It contains only the content that `RecordingRules` allows. */
export type Recording = {
  readonly version: 1;
  readonly broker: string;
  /** The kind of credentials, without the credentials. */
  readonly credentialKind: string;
  /** Whether the app id consists of digits. At a broker with two dialects of its protocol, this selects the dialect. */
  readonly hasNumericAppId: boolean;
  readonly startMs: number;
  readonly events: readonly RecordingEvent[];
  readonly results: readonly RecordedResult[];
};

/** Parses the text of a recording; returns null if it is not a recording. */
export function parseRecording(text: string): Recording | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecording(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecording(value: unknown): value is Recording {
  if (typeof value !== 'object' || value === null) return false;
  const { version, broker, startMs, events, results } = { ...value } as Partial<Record<keyof Recording, unknown>>;
  return (
    version === 1 &&
    typeof broker === 'string' &&
    typeof startMs === 'number' &&
    Array.isArray(events) &&
    events.every((event) => typeof event === 'object' && event !== null && typeof event.t === 'number') &&
    Array.isArray(results) &&
    results.every((result) => CHECK_STEPS.some((step) => step === result?.step))
  );
}

/** Returns the text of a recording: one event per line, so that a diff is readable. */
export function recordingText({ events, ...head }: Recording): string {
  const lines = events.map((event) => `  ${JSON.stringify(event)}`);
  return `${JSON.stringify(head).slice(0, -1)},"events":[\n${lines.join(',\n')}\n]}\n`;
}
