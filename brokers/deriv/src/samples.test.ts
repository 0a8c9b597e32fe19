import { readFileSync } from 'node:fs';
import { sharedFile } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readReply } from './client.ts';
import { faultOfError } from './errors.ts';
import { contractOfOpen, payoutRatioOf } from './mapper.ts';
import { ourSymbol } from './symbols.ts';
import { type Frame, parseFrame } from './wire/frame.ts';
import { moneyRepliesIn } from './wire/money-replies.ts';
import * as replies from './wire/replies.ts';
import * as requests from './wire/requests.ts';

const file = sharedFile('brokers/samples/deriv-new-api.json');
const Samples = z.object({ frames: z.array(z.object({ schema: z.string(), f: z.record(z.string(), z.unknown()) })) });

const samples = file === null ? [] : Samples.parse(JSON.parse(readFileSync(file, 'utf8'))).frames;

const bodies = (schema: string) => samples.filter((sample) => sample.schema === schema).map(({ f }) => f);

/** Reads a sample message of this kind with the adapter. */
function frame(schema: string, at = 0): Frame {
  const read = parseFrame(JSON.stringify(bodies(schema)[at]));
  if (read === null) throw new Error(`${schema} has no envelope`);
  return read;
}

const owner = { accountId: 'DOT90004580', currency: 'USD', ours: ourSymbol } as const;

describe.skipIf(file === null)('the sample messages of the new API', () => {
  it('include accounts and a one-time address', () => {
    expect(replies.RestAccounts.parse(bodies('rest_get_accounts_response')[0]).data).toMatchObject([
      { account_id: 'DOT90004580', balance: 10_000, account_type: 'demo' },
      { account_id: 'ROT90004581', balance: 0, account_type: 'real' },
    ]);
    expect(replies.RestOtp.parse(bodies('rest_otp_response')[0]).data.url).toMatch(/^wss:\/\/api\.derivws\.com\//);
    expect(replies.RestErrors.parse(bodies('rest_error')[0]).errors[0]?.code).toBe('Unauthorized');
  });

  it('include an asset, its tick, a price and a balance', () => {
    expect(readReply(frame('active_symbols_response'), replies.ActiveSymbols)).toMatchObject({
      value: { active_symbols: [{ symbol: 'R_100', pip: 0.01, isOpen: true }] },
    });
    expect(frame('ticks_response').body['tick']).toMatchObject({ symbol: 'R_100', epoch: 1_795_206_760, quote: 100.1 });
    const priced = readReply(frame('proposal_response'), replies.Proposal);
    expect(priced).toMatchObject({ value: { proposal: { ask_price: 10, payout: 19.53 } } });
    if (priced.ok) expect(payoutRatioOf(priced.value.proposal.payout, priced.value.proposal.ask_price)).toBe(0.953);
    expect(readReply(frame('balance_response'), moneyRepliesIn('USD').Balance)).toMatchObject({
      value: { balance: { balance: 999_000, loginid: 'DOT90004580' } },
    });
  });

  it('include a purchase and the result of its contract, as text or as numbers', () => {
    expect(readReply(frame('buy_response'), moneyRepliesIn('USD').Bought)).toMatchObject({
      value: { buy: { contract_id: 11_111_111, buy_price: 1_000, start_time: 1_795_206_761 } },
    });
    const ended = readReply(frame('proposal_open_contract_response'), moneyRepliesIn('USD').OpenContract);
    if (!ended.ok) throw new Error(ended.error.kind);
    expect(contractOfOpen(ended.value.proposal_open_contract, owner)).toEqual({
      contractId: '11111111',
      orderId: null,
      accountId: owner.accountId,
      symbol: 'R_100',
      direction: 'CALL',
      stakeMinor: 1_000,
      payoutRatio: 0.953,
      entryPrice: 100.1,
      entryTickMs: null,
      openedAtMs: 1_795_206_761_000,
      expiryMs: 1_795_207_061_000,
      result: {
        outcome: 'won',
        profitMinor: 953,
        settlePrice: 100.9,
        settleTickMs: 1_795_207_061_000,
        settledAtMs: 1_795_207_062_000,
      },
    });
  });

  it('include an error that is mapped by its code', () => {
    const { error } = frame('proposal_response', 1);
    expect(error?.code).toBe('InputValidationFailed');
    expect(error && faultOfError(error).kind).toBe('unknown');
  });

  it('include the requests exactly as the adapter sends them', () => {
    const ask = (request: requests.DerivRequest, reqId: number) => ({ ...request, req_id: reqId });
    expect(ask(requests.activeSymbols, 1)).toEqual(bodies('active_symbols_request')[0]);
    expect(ask(requests.subscribeTicks('R_100'), 2)).toEqual(bodies('ticks_request')[0]);
    expect(ask(requests.buy('aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee', 10), 4)).toEqual(bodies('buy_request')[0]);
    const { duration, duration_unit: unit, ...terms } = bodies('proposal_request')[0] ?? {};
    expect([duration, unit]).toEqual([5, 'm']);
    expect(terms).toMatchObject({ amount: 10, basis: 'stake', contract_type: 'CALL', underlying_symbol: 'R_100' });
  });
});
