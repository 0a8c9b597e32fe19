import { completeSetup, type PcrSetup } from '@vigia/core/setup-definitions';
import type { z } from 'zod';
import { type InputFault, inputFaultsOf } from './errors/faults.ts';
import { validationMessage } from './errors/validation-messages.es.ts';
import { PcrSetupBody, UnnamedSetup } from './pcr-setup.ts';

type Read<Setup> =
  | { readonly ok: true; readonly value: Setup }
  | { readonly ok: false; readonly error: readonly InputFault[] };

/** A setup with all fields that its storage needs. */
export type NamedSetup = PcrSetup & { readonly name: string; readonly asset: string };

/**
 * Parses a setup (docs/spec/pcr.md §8) with the schema of the API. Every key has a default at every depth; `{}` is
 * valid. Name and asset are null when absent; callers that need them must check.
 * @returns the setup in its normalized form, or every fault
 */
export function readPcrSetup(input: unknown): Read<PcrSetup> {
  const parsed = UnnamedSetup.safeParse(input, { error: validationMessage });
  return parsed.success ? { ok: true, value: completeSetup(parsed.data) } : refused(parsed.error);
}

/** Parses a complete setup with its name and its asset, as {@link readPcrSetup} does. */
export function readNamedSetup(input: unknown): Read<NamedSetup> {
  const parsed = PcrSetupBody.safeParse(input, { error: validationMessage });
  if (!parsed.success) return refused(parsed.error);
  const { name, asset } = parsed.data;
  return { ok: true, value: { ...completeSetup(parsed.data), name, asset } };
}

const refused = ({ issues }: z.ZodError) => ({ ok: false, error: inputFaultsOf(issues) }) as const;
