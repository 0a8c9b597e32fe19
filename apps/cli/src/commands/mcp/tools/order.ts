import { type CurrentMode, VigiaError } from '@vigia/client';
import { AssetSymbol } from '@vigia/contract';
import { DIRECTIONS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { defineTool, ToolRefusal } from '../tool.ts';
import { ORDER_WORDS as WORDS } from './order.es.ts';

/** An order that reaches the server later opens no trade. */
const VALID_MS = 15_000;

const Input = z
  .strictObject({
    symbol: AssetSymbol,
    direction: z.enum(DIRECTIONS),
    amount: z.number().positive().describe(WORDS.amount),
    duration_minutes: z.number().int().min(1).max(1_440).optional(),
    duration_seconds: z.number().int().min(1).max(86_400).optional(),
  })
  .refine(
    (given) => (given.duration_minutes === undefined) !== (given.duration_seconds === undefined),
    WORDS.oneLength,
  );
type Input = z.output<typeof Input>;

/**
 * Places an order on the practice account in use. The order names mode and account, so the server refuses it if the
 * user has changed them meanwhile. The server itself refuses real money to every bot token.
 */
export const placePracticeOrder = defineTool({
  name: 'place_practice_order',
  title: WORDS.title,
  description: WORDS.description,
  isReadOnly: false,
  input: Input,
  run: async (given, { client, signal }) => {
    const { data: current } = await client.call('GET /api/v1/trading/mode/current', {}, { signal });
    refuseRealMoney(current);
    const length = lengthOf(given);
    const price = { query: { symbol: given.symbol, ...length } };
    const { data: offer } = await client.call('GET /api/v1/trading/payout', price, { signal });
    const order = {
      body: {
        asset_symbol: given.symbol,
        option_type: given.direction,
        amount: given.amount,
        ...length,
        shown_payout: offer.payout,
        valid_until: new Date(Date.parse(current.server_time) + VALID_MS).toISOString(),
        mode: current.mode,
        account_id: current.account.id,
      },
    };
    // The order has no signal: a cancelled call would leave an order whose outcome is not read.
    const { data: trade } = await client.call('POST /api/v1/trading/create-option', order).catch(explainDoubt);
    return { text: WORDS.placed(trade, offer.payout), data: { trade } };
  },
});

const lengthOf = ({ duration_minutes: minutes, duration_seconds: seconds }: Input) =>
  seconds === undefined ? { duration: minutes ?? 1 } : { duration_seconds: seconds };

/** @throws ToolRefusal if the account in use, or the chosen account, is a real one */
function refuseRealMoney({ account, chosen, mode }: CurrentMode): void {
  const isReal = account.kind === 'real' || chosen.kind === 'real' || mode === 'iqoption_real';
  if (isReal) throw new ToolRefusal(WORDS.realMoney);
}

/**
 * Rethrows a failed order. The client has already repeated it with its idempotency key. If the outcome is still
 * unknown, the message says where to look before another order.
 */
function explainDoubt(error: unknown): never {
  const isOpen =
    error instanceof VigiaError && (error.failure.kind !== 'refused' || error.failure.code === 'outcome_unknown');
  if (isOpen) throw new ToolRefusal(WORDS.unknownOutcome(error.message));
  throw error;
}
