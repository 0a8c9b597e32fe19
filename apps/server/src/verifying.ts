/** The functions of the command line that check what the database contains. */
import type { Verification, VerificationRequest } from '#composition/verify.ts';
import type { AlteredLog } from '#composition/verify-security-logs.ts';
import type { VerifiedSettlements } from '#composition/verify-settlements.ts';
import { readConfig } from '#platform/config/config.ts';
import { readEnvironment } from '#platform/config/environment.ts';

/**
 * Searches for altered security logs, with or without a running server. An empty result means that none is altered.
 * @throws StartupError if the settings are wrong or the database is unreachable
 */
export async function verifySecurityLogs(): Promise<readonly AlteredLog[]> {
  const composition = await import('#composition/verify-security-logs.ts');
  return composition.verifySecurityLogs(readConfig(readEnvironment()));
}

/**
 * Checks the evidence log, the chains of signals and their candles, with or without a running server.
 * @throws StartupError if the settings are wrong or the database is unreachable
 */
export async function verify(request: VerificationRequest): Promise<Verification> {
  const composition = await import('#composition/verify.ts');
  return composition.verify(readConfig(readEnvironment()), request);
}

/**
 * Compares ended trades with the recorded prices of their sources, with or without a running server.
 * @throws StartupError if the settings are wrong or the database is unreachable
 */
export async function verifySettlements(): Promise<VerifiedSettlements> {
  const composition = await import('#composition/verify-settlements.ts');
  const { BROKERS } = await import('#composition/brokers.ts');
  return composition.verifySettlements(readConfig(readEnvironment()), BROKERS);
}
