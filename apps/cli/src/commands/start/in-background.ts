import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok } from '@vigia/core/kernel';
import { type Installation, systemClock } from '@vigia/server';
import { z } from 'zod';
import type { Command } from '#command.ts';
import { currentLogFile, logFolder } from '#running/log-file.ts';
import { lastLines } from '#running/tail.ts';
import { START_MESSAGES } from './messages.es.ts';

/** Longest wait for the first response, in milliseconds. A migration of much data may need longer. */
const PATIENCE_MS = 120_000;
const SHOWN_LINES = 15;

const Ready = z.object({ readyUrl: z.string() });

type Outcome =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'ended' }
  | { readonly kind: 'slow' };

/** Starts a supervisor that outlives this command, and waits until its server accepts requests. */
export async function startInBackground({ dataFolder }: Installation): ReturnType<Command['run']> {
  const startedMs = systemClock.monotonicMs();
  mkdirSync(logFolder(dataFolder), { recursive: true, mode: 0o700 });
  const child = spawn(process.execPath, [process.argv[1] ?? '', 'start', '--foreground'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  });
  const outcome = await Promise.race([
    new Promise<Outcome>((resolve) => {
      child.on('message', (message) => {
        const ready = Ready.safeParse(message);
        if (ready.success) resolve({ kind: 'ready', url: ready.data.readyUrl });
      });
      child.once('exit', () => resolve({ kind: 'ended' }));
      child.once('error', () => resolve({ kind: 'ended' }));
    }),
    sleep<Outcome>(PATIENCE_MS, { kind: 'slow' }, { ref: false }),
  ]);
  if (child.connected) child.disconnect();
  child.unref();
  switch (outcome.kind) {
    case 'ready':
      return ok(START_MESSAGES.started(outcome.url, seconds(systemClock.monotonicMs() - startedMs)));
    case 'ended':
      return err({ message: START_MESSAGES.failed(tailOf(currentLogFile(dataFolder))), exitCode: 1 });
    case 'slow':
      return err({ message: START_MESSAGES.slow(PATIENCE_MS / 1_000), exitCode: 1 });
  }
}

function tailOf(file: string): string {
  try {
    return lastLines(file, SHOWN_LINES);
  } catch {
    return '';
  }
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1).replace('.', ',');
