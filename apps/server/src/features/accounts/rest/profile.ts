import { UserProfile } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import type { RiskLevel } from '@vigia/core/vocabulary';

/** A row of the table `users`. */
export type UserRow = {
  readonly id: string;
  readonly username: string | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly phone: string | null;
  readonly is_active: boolean;
  readonly is_verified: boolean;
  readonly is_admin: boolean;
  readonly is_premium: boolean;
  readonly default_trade_amount_minor: number;
  readonly max_concurrent_trades: number;
  readonly risk_level: RiskLevel;
  readonly created_at: Date;
  readonly updated_at: Date;
};

const PROFILE_COLUMNS = new Set<string>(Object.keys(UserProfile.shape));

export const isProfileColumn = (name: string): name is keyof UserProfile => PROFILE_COLUMNS.has(name);

/** Converts a row to the shape of the API under /rest/v1: the default stake as a decimal amount, times in ISO 8601. */
export function toProfile({ default_trade_amount_minor, ...row }: UserRow): UserProfile {
  return {
    ...row,
    default_trade_amount: formatMinor(minorUnits(default_trade_amount_minor), PAPER_CURRENCY),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
