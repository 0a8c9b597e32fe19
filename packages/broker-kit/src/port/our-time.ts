import { type EpochMs, epochMs } from '@vigia/core/kernel';
import type { Broker, BrokerListener, BrokerSession, BrokerTime, OrderReply } from './broker.ts';
import type { BrokerContract } from './contract.ts';
import type { BrokerSales, RunningContract } from './sale.ts';

const SECOND_MS = 1_000;

/**
 * Wraps a broker, so that its sessions date option contracts by Vigía's clock. Brokers date contracts by their own
 * clocks, which may be minutes off. Without the conversion, screens would show a wrong start and a wrong remaining
 * time. The measured offset is rounded to whole seconds, so that an expiry on the minute stays on the minute. Prices,
 * and the times that the broker states for them, stay unchanged.
 */
export const withContractTimesOfServer = <Id extends string>(broker: Broker<Id>): Broker<Id> => ({
  ...broker,
  open(credentials, resume, listener, deps) {
    const session = broker.open(
      credentials,
      resume,
      translated(listener, () => session.time()),
      deps,
    );
    return sessionInOurTime(session);
  },
});

/** Events come from callbacks, never from within `open`, so that the session exists before the first event. */
const translated = (listener: BrokerListener, time: () => BrokerTime): BrokerListener => ({
  onState: (state) => listener.onState(state),
  onAccounts: (accounts) => listener.onAccounts(accounts),
  onAssets: (assets) => listener.onAssets(assets),
  onTick: (tick) => listener.onTick(tick),
  onResumable: (secret) => listener.onResumable(secret),
  onContract: (contract) => listener.onContract(shifted(contract, -offsetMs(time()))),
});

function sessionInOurTime(session: BrokerSession): BrokerSession {
  const ours = (contract: BrokerContract): BrokerContract => shifted(contract, -offsetMs(session.time()));
  const reset = session.resetPractice?.bind(session);
  const useTokens = session.useTokens?.bind(session);
  return {
    ...(reset && { resetPractice: reset }),
    ...(useTokens && { useTokens }),
    connect: () => session.connect(),
    answerCode: (code) => session.answerCode(code),
    state: () => session.state(),
    accounts: () => session.accounts(),
    assets: () => session.assets(),
    time: () => session.time(),
    quote: (order) => session.quote(order),
    place: async (order): Promise<OrderReply> => {
      const reply = await session.place(order);
      return reply.outcome === 'accepted' ? { ...reply, contract: ours(reply.contract) } : reply;
    },
    reconcile: async (orders, claimed) => {
      const answer = await session.reconcile(orders, claimed);
      if (!answer.ok) return answer;
      const verdicts = answer.value.map((one) =>
        one.verdict === 'found' ? { ...one, contract: ours(one.contract) } : one,
      );
      return { ok: true, value: verdicts };
    },
    follow: (contracts) => {
      const aheadMs = offsetMs(session.time());
      session.follow(contracts.map((one) => ({ ...one, expiryMs: at(one.expiryMs, aheadMs) })));
    },
    sales: session.sales && salesInOurTime(session.sales, session),
    watch: (symbol, afterMs) => session.watch(symbol, afterMs),
    candles: (symbol, timeframeS, fromMs, toMs) => session.candles(symbol, timeframeS, fromMs, toMs),
    close: (how) => session.close(how),
  };
}

/**
 * Converts the expiries of contracts from Vigía's clock to the broker's clock and back. The times of offers and sales
 * need no conversion, because sessions use Vigía's clock for them.
 */
function salesInOurTime(sales: BrokerSales, session: Pick<BrokerSession, 'time'>): BrokerSales {
  const aheadMs = () => offsetMs(session.time());
  const theirs = (contract: RunningContract): RunningContract => ({
    ...contract,
    expiryMs: at(contract.expiryMs, aheadMs()),
  });
  const ours = (contract: BrokerContract): BrokerContract => shifted(contract, -aheadMs());
  return {
    offer: (contract) => sales.offer(theirs(contract)),
    sell: async (sale) => {
      const reply = await sales.sell({ ...sale, contract: theirs(sale.contract) });
      return reply.outcome === 'sold' ? { ...reply, contract: ours(reply.contract) } : reply;
    },
    reconcile: async (sale) => {
      const answer = await sales.reconcile({ ...sale, contract: theirs(sale.contract) });
      if (!answer.ok || answer.value.verdict !== 'ended') return answer;
      return { ok: true, value: { ...answer.value, contract: ours(answer.value.contract) } };
    },
  };
}

const offsetMs = (time: BrokerTime): number => Math.round((time.offsetMs ?? 0) / SECOND_MS) * SECOND_MS;

const at = (timeMs: EpochMs, byMs: number): EpochMs => epochMs(timeMs + byMs);

function shifted(contract: BrokerContract, byMs: number): BrokerContract {
  if (byMs === 0) return contract;
  const { openedAtMs, expiryMs, result } = contract;
  return {
    ...contract,
    openedAtMs: at(openedAtMs, byMs),
    expiryMs: at(expiryMs, byMs),
    result: result && { ...result, settledAtMs: at(result.settledAtMs, byMs) },
  };
}
