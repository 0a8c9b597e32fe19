import type { BrokerFault } from '@vigia/broker-kit/port';
import { at, type CandleColumns, candleAt, columnsOf } from '@vigia/core/candles';
import { ok, type Result } from '@vigia/core/kernel';
import { type PageSpan, storableCandles } from './pages.ts';

type Ask = (span: PageSpan) => Promise<Result<CandleColumns, BrokerFault>>;

/** Number of consecutive responses without new candles after which the rest of a page counts as empty. */
const EMPTY_ANSWERS = 2;
/**
 * Share of a page that its first response may lack at the start without another request, because the market was quiet.
 */
const MISSING_PART = 0.1;

/**
 * Reads a page. If a response lacks candles at the start of the page, they are requested again, because a broker may
 * send fewer candles per response than expected. An empty page is requested again too, because a response with the
 * candles of another page looks like a closed market.
 */
export async function readPage(ask: Ask, page: PageSpan): Promise<Result<CandleColumns, BrokerFault>> {
  const answers: CandleColumns[] = [];
  const mayMissS = (page.toTime - page.fromTime) * MISSING_PART;
  let { toTime } = page;
  for (let empty = 0; empty < EMPTY_ANSWERS && toTime > page.fromTime; ) {
    const read = await ask({ fromTime: page.fromTime, toTime });
    if (!read.ok) return read;
    const candles = storableCandles(read.value, { fromTime: page.fromTime, toTime });
    empty = candles.length === 0 ? empty + 1 : 0;
    if (candles.length === 0) continue;
    answers.unshift(candles);
    toTime = at(candles.time, 0);
    if (answers.length === 1 && toTime - page.fromTime <= mayMissS) break;
  }
  return ok(joined(answers));
}

const joined = (answers: readonly CandleColumns[]): CandleColumns =>
  columnsOf(answers.flatMap((answer) => Array.from({ length: answer.length }, (_, row) => candleAt(answer, row))));
